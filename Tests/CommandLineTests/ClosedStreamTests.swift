import Testing

/// Standard streams that the parent left closed: the next file that the program opens would be in their place.
@Suite struct ClosedStreamTests {
    @Test func messagesDoNotGetIntoTheOutput() throws {
        let shop = try Workshop()
        try shop.write("config", "Host a\n  Compression yes\n")
        try shop.expect("syncwire import ssh-config --now 1 config -o open 2> notes; wc -l < notes", prints: "1\n")
        try shop.expect("syncwire import ssh-config --now 1 config -o closed 2>&-; cmp open closed")
        try shop.expect("syncwire import ssh-config --now 1 config -o all <&- >&- 2>&-; cmp open all")
    }

    @Test func inputAndOutputFail() throws {
        let shop = try Workshop()
        try shop.writeSecrets()
        try shop.expect(
            "syncwire hash - <&-", status: 74, errors: "Error: cannot read standard input: Bad file descriptor\n")
        // Not the key file, which would be descriptor 0, at its end.
        try shop.expect(
            "syncwire seal --key key --type attachment - -o out <&-", status: 74,
            errors: "Error: cannot read standard input: Bad file descriptor\n")
        let failed = "Error: cannot write standard output: Bad file descriptor\n"
        try shop.expect("echo 1 | syncwire canonicalize - >&-", status: 74, errors: failed)
        try shop.expect("syncwire --help >&-", status: 74, errors: failed)
        try shop.expect(
            "syncwire --help > /dev/full", status: 74,
            errors: "Error: cannot write standard output: No space left on device\n")
    }
}
