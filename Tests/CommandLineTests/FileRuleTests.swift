import Foundation
import TestSupport
import Testing

/// CL-49, CL-50, CL-51: who may read what is written, that no input is written to, and that names are no patterns.
@Suite struct FileRuleTests {
    private let shop: Workshop

    init() throws {
        shop = try Workshop.withKnownAnswer()
        try shop.write("p", #"{"rows":{"host":[{"data":{"port":22},"id":"a","updatedAt":5}]},"schema":1}"#)
        try shop.write(
            "hosts", "a.example ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIMA8qXEjmB8J5iX0lhmNSlXEVQrRTTgqxVsZHbaWKlNH\n")
        try shop.run("syncwire seal --key known p -o sealed")
    }

    /// Plaintext, keys and stores are their owner's alone, under any umask, and whatever was there before.
    @Test func secretFiles() throws {
        for command in [
            "keygen -o out", "open --key known sealed -o out", "export json --key known sealed -o out",
            "export sqlite --key known sealed -o out", "merge p sealed --key known -o out",
            "import known-hosts hosts --now 1 -o out", "reconcile --db state p -o out",
        ] {
            for umask in ["000", "022", "077"] {
                try shop.expect(
                    """
                    rm -f out state*; umask \(umask); syncwire \(command) > log && stat -c %a out
                    chmod 644 out; rm -f state*; syncwire \(command) --force > log && stat -c %a out
                    for name in state*; do [ ! -e $name ] || stat -c %a $name; done | sort -u
                    rm -f log
                    """,
                    prints: "600\n600\n" + (command.contains("state") ? "600\n" : ""))
            }
        }
    }

    /// What others may read is made as the umask says, but does not open what was closed.
    @Test func otherFiles() throws {
        for command in ["seal --key known p -o out", "rewrap --key known --new-key key sealed -o out"] {
            for (umask, old, modes) in [
                ("022", "600", "644 600"), ("022", "640", "644 640"), ("022", "664", "644 644"),
                ("077", "644", "600 600"),
                ("000", "444", "666 444"),
            ] {
                try shop.expect(
                    """
                    rm -f out; umask \(umask); syncwire \(command) && stat -c %a out
                    chmod \(old) out; syncwire \(command) --force && stat -c %a out
                    """,
                    prints: modes.split(separator: " ").map { $0 + "\n" }.joined())
            }
        }
    }

    /// A link stays a link, and its target is what is replaced, with the mode that it is to have.
    @Test func links() throws {
        try shop.expect(
            """
            mkdir far; echo old > far/target; chmod 666 far/target; ln -s far/target link
            syncwire open --key known archive -o link --force && readlink link && stat -c %a far/target && ls -A far
            """,
            prints: "far/target\n600\ntarget\n")
    }

    /// Under whatever name an input is named as output.
    @Test func inputs() throws {
        try shop.expect("ln sealed hard; ln -s sealed soft; ln -s soft softer; ln -s known k; ln words w")
        let before = try ["sealed", "known", "words", "p"].map { try shop.bytes($0) }
        for (command, name) in [
            ("open --key known sealed -o sealed", "sealed"), ("open --key known sealed -o hard", "hard"),
            ("open --key known sealed -o soft", "soft"), ("open --key known softer -o hard", "hard"),
            ("open --key known - -o soft < sealed", "soft"),
            ("open --key known sealed -o ./../$(basename $PWD)/sealed", ""),
            ("open --key known sealed -o /dev/fd/7 7<sealed", "/dev/fd/7"),
            ("open --key known sealed -o /proc/self/fd/7 7<hard", "/proc/self/fd/7"),
            ("open --key known /dev/fd/7 -o sealed 7<hard", "sealed"), ("open --key known sealed -o k", "k"),
            ("open --passphrase-file words sealed -o w", "w"), ("open --passphrase-fd 5 sealed -o words 5<w", "words"),
            ("rewrap --key known --new-passphrase-fd 5 sealed -o words 5<w", "words"),
            ("rewrap --key known --new-key k sealed -o known", "known"), ("seal --key known p -o p", "p"),
            ("seal --key known --recipient-key k p -o known", "known"), ("merge p sealed --key known -o hard", "hard"),
            ("import known-hosts hosts --base p -o p", "p"), ("export json --key known sealed -o soft", "soft"),
            ("reconcile --db state p --remote sealed --key known -o hard", "hard"),
        ] {
            let force = command.contains("<") ? command.replacing(" -o", with: " --force -o") : command + " --force"
            let outcome = try shop.run("syncwire \(force)")
            #expect(outcome.status == 73 && outcome.output.isEmpty, "\(command): \(outcome)")
            let place = name.isEmpty ? "" : "not writing to \(name): "
            #expect(
                outcome.errors.hasPrefix("Error: \(place)") && outcome.errors.hasSuffix("it is also the input\n"),
                "\(command): \(outcome)")
        }
        let after = try ["sealed", "known", "words", "p"].map { try shop.bytes($0) }
        #expect(after == before)
        #expect(shop.names.allSatisfy { !$0.hasPrefix(".tmp") })
    }

    /// A redirection that appends to the input would feed a command its own output.
    @Test(arguments: ["canonicalize p", "canonicalize --lines p", "canonicalize", "diff p p", "hash --lines p"])
    func redirections(_ command: String) throws {
        let before = try shop.bytes("p")
        let outcome = try shop.run("syncwire \(command) \(command == "canonicalize" ? "< p" : "") >> p")
        #expect(
            outcome
                == Outcome(
                    status: 73, output: "", errors: "Error: not writing to standard output: it is also the input\n"))
        #expect(try shop.bytes("p") == before)
    }

    /// A folder may have any name: what is in it is found there, and not where the name as a pattern would lead.
    @Test func namesAreNoPatterns() throws {
        let root = Repository.root.path()
        try shop.expect(
            #"""
            folder='a[b]*?\' && mkdir -p "$folder/.ssh" ab && printf 'Host wrong\n' > ab/part && cd "$folder"
            printf 'Include part\nInclude h*\n' > config; printf 'Host beside\n' > part
            printf 'Host home\nIdentityFile ~/[id]\n' > .ssh/home; cut -d ' ' -f 2- ../hosts > '[id].pub'; cd ..
            HOME="$PWD/$folder" syncwire import ssh-config "$folder/config" --now 1 | grep -o '"name":"[^"]*"'
            """#, prints: #""name":"beside"\#n"name":"home"\#n"name":"[id]"\#n"#)
        try shop.expect(
            #"""
            cp '\#(root)Vectors/order.json' 'a[b]*?\' && cp -r '\#(root)Spec' 'a[b]*?\/s[1]' && mkdir -p 'a[b]*?\/jcs/input'
            echo '[]' > 'a[b]*?\/jcs/input/empty.json'
            syncwire vectors list 'a[b]*?\' | grep -c '^order-letters '
            syncwire vectors pin --spec 'a[b]*?\/s[1]' --vectors 'a[b]*?\' | tail -n 1
            syncwire verify --stacks swift --vectors 'a[b]*?\' --spec 'a[b]*?\/s[1]' --third-party 'a[b]*?\' \
                --only order-letters --only '*empty.json' --report html=page 2> log | tail -n 1
            head -n 1 log | cut -d . -f 1
            """#,
            prints: "1\na[b]*?\\/manifest.json: version 1.0.0\n7 passed, 0 failed, 0 skipped\nvectors of syncwire 1\n")
    }
}
