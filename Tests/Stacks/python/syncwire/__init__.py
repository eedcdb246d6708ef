"""The SyncWire wire format in plain Python, written from Spec/. Only `cryptography` is needed besides Python."""
