"""The one exception of the stack (ER)."""


class WireError(Exception):
    """A rejected input: its class (ER-2) and a reason in words that names no secret."""

    def __init__(self, error_class, reason):
        super().__init__(f"{error_class}: {reason}")
        self.error_class = error_class
        self.reason = reason
