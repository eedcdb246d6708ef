/// What each command prints as its help.
let helpTexts: [(command: String, text: String)] = [
    (
        "",
        """
        OVERVIEW: Seal, open, inspect and verify archives of the SyncWire format

        USAGE: syncwire <subcommand>

        OPTIONS:
          --color <when>          When to use colors. (values: auto, always, never;
                                  default: auto)
          --version               Show the version.
          --generate-completion-script <shell>
                                  Print completions for bash, zsh or fish.
          -h, --help              Show help information.

        SUBCOMMANDS:
          keygen                  Make a workspace key
          seal                    Seal a payload, metadata or an attachment into an
                                  archive
          open                    Open an archive
          inspect                 Show what an archive is made of
          rewrap                  Give an archive new keys or a new passphrase
          import                  Make a payload of the files of other programs
          export                  Write what an archive or a payload holds in another
                                  form
          merge                   Merge archives or payloads into one payload
          diff                    Say what differs between two archives or payloads
          reconcile               Find what an application changed, and merge what was
                                  downloaded
          conflicts               Show and settle what waits for a person
          canonicalize            Print the canonical form of JSON, a row or a payload
          lint                    Name everything in a JSON document that some stack
                                  would change
          hash                    Print the content hash of a row
          verify                  Run implementations over the vectors and over one
                                  another's archives
          fuzz                    Compare implementations on random inputs
          report                  Make reports of a saved run, or compare two
          vectors                 Generate, check and show the shared test vectors
          mutants                 Say which known mistakes of implementations the
                                  vectors catch
          explain                 Say where an output differs from the right one, and
                                  which known mistake makes it
          testee                  Answer requests of the testee protocol on standard
                                  input

          See 'syncwire help <subcommand>' for detailed help.

        """
    ),
    (
        "keygen",
        """
        OVERVIEW: Make a workspace key

        Writes 32 random bytes as 64 hex digits and a newline, into a file that only its
        owner may read.

        USAGE: syncwire keygen [--force] --output <file>

        OPTIONS:
          -o, --output <file>     The key file.
          --force                 Replace the output if it exists.
          --color <when>          When to use colors. (values: auto, always, never;
                                  default: auto)
          -h, --help              Show help information.

        """
    ),
    (
        "seal",
        """
        OVERVIEW: Seal a payload, metadata or an attachment into an archive

        The archive opens with the key of --key or of any --recipient-key, or with a
        passphrase alone. Without any of these the passphrase is asked for, twice.

        A snapshot or metadata must be in canonical form; 'syncwire canonicalize' brings
        it there.

        USAGE: syncwire seal [<options>] --output <file> <in>

        ARGUMENTS:
          <in>                    The input; - is standard input.

        OPTIONS:
          --key <file>            A key file: 64 hex digits, as keygen writes it.
          --passphrase-file <file>
                                  A file with the passphrase; one newline at its end
                                  does not belong to it.
          --passphrase-fd <n>     An open descriptor to read the passphrase from.
          --recipient-key <file>  A further key file that is to open the archive; may be
                                  given again.
          --kdf <name>            How to make a key of a passphrase; not every stack
                                  reads scrypt. (values: pbkdf2, scrypt; default:
                                  pbkdf2)
          --iterations <n>        Iterations of PBKDF2; fewer are easier to guess.
                                  (default: 600000)
          --workspace <hex>       The workspace the archive belongs to, 32 hex digits.
                                  (default: 00000000000000000000000000000000)
          --type <type>           What the input is. (values: snapshot, metadata,
                                  attachment; default: snapshot)
          --codec <codec>         How to compress. (values: gzip, deflate, identity;
                                  default: gzip)
          --chunk <chunk>         How to cut: auto is whole up to 16 MiB, else pieces of
                                  64 KiB. (values: auto, whole, 64k; default: auto)
          --generation <n>        A number above that of every earlier archive of the
                                  workspace. (default: 0)
          --threads <n>           How many threads compress, by default one a processor;
                                  the archive is the same.
          -o, --output <file>     The archive. - is standard output.
          --force                 Replace the output if it exists.
          --color <when>          When to use colors. (values: auto, always, never;
                                  default: auto)
          -h, --help              Show help information.

        """
    ),
    (
        "open",
        """
        OVERVIEW: Open an archive

        The output appears only when everything is verified, also on standard output.
        Without a key or passphrase option the passphrase is asked for.

        USAGE: syncwire open [<options>] --output <file> <in>

        ARGUMENTS:
          <in>                    The input; - is standard input.

        OPTIONS:
          --key <file>            A key file: 64 hex digits, as keygen writes it.
          --passphrase-file <file>
                                  A file with the passphrase; one newline at its end
                                  does not belong to it.
          --passphrase-fd <n>     An open descriptor to read the passphrase from.
          --expect-workspace <hex>
                                  Refuse an archive of another workspace, 32 hex digits.
          --expect-type <type>    Refuse an archive of another type. (values: snapshot,
                                  metadata, attachment)
          --min-generation <n>    Refuse an archive with a lower number. (default: 0)
          --max-plaintext <bytes> Refuse an archive that holds more. (default:
                                  268435456)
          --diagnose              Of a refused key, say whether none fits or the header
                                  was altered.
          -o, --output <file>     The plaintext. - is standard output.
          --force                 Replace the output if it exists.
          --color <when>          When to use colors. (values: auto, always, never;
                                  default: auto)
          -h, --help              Show help information.

        """
    ),
    (
        "inspect",
        """
        OVERVIEW: Show what an archive is made of

        Without a key: header, slots and sizes, none of them verified. With one the
        archive is opened and verified, and its rows, tombstones and lint findings are
        shown too. A payload or a gzip file can be inspected as well; of the latter is
        shown what archives never have.

        USAGE: syncwire inspect [<options>] <in>

        ARGUMENTS:
          <in>                    An archive, a payload or a gzip file; - is standard
                                  input.

        OPTIONS:
          --key <file>            A key file: 64 hex digits, as keygen writes it.
          --passphrase-file <file>
                                  A file with the passphrase; one newline at its end
                                  does not belong to it.
          --passphrase-fd <n>     An open descriptor to read the passphrase from.
          --rows                  List the rows: collection, id, time stamp, live or
                                  tombstone, content hash.
          --now <milliseconds>    The time beyond which a stamp is of the future, in
                                  milliseconds since 1970; the current time by default.
          --max-plaintext <bytes> Refuse an archive that holds more. (default:
                                  268435456)
          --diagnose              Of a refused key, say whether none fits or the header
                                  was altered.
          --format <format>       How to print the result. (values: text, json; default:
                                  text)
          --color <when>          When to use colors. (values: auto, always, never;
                                  default: auto)
          -h, --help              Show help information.

        """
    ),
    (
        "rewrap",
        """
        OVERVIEW: Give an archive new keys or a new passphrase

        Replaces the slots and leaves the payload as it is, without decrypting it.
        Whoever has the old archive and an old key can still open that: this is no
        revocation.

        Without options for the old or the new key, the passphrase is asked for.

        USAGE: syncwire rewrap [<options>] --output <file> <in>

        ARGUMENTS:
          <in>                    The input; - is standard input.

        OPTIONS:
          --key <file>            A key file: 64 hex digits, as keygen writes it.
          --passphrase-file <file>
                                  A file with the passphrase; one newline at its end
                                  does not belong to it.
          --passphrase-fd <n>     An open descriptor to read the passphrase from.
          --new-key <file>        A key file that is to open the archive; may be given
                                  again.
          --new-passphrase-file <file>
                                  A file with the passphrase; one newline at its end
                                  does not belong to it.
          --new-passphrase-fd <n> An open descriptor to read the passphrase from.
          --kdf <name>            How to make a key of a passphrase; not every stack
                                  reads scrypt. (values: pbkdf2, scrypt; default:
                                  pbkdf2)
          --iterations <n>        Iterations of PBKDF2; fewer are easier to guess.
                                  (default: 600000)
          --diagnose              Of a refused key, say whether none fits or the header
                                  was altered.
          -o, --output <file>     The archive with its new slots. - is standard output.
          --force                 Replace the output if it exists.
          --color <when>          When to use colors. (values: auto, always, never;
                                  default: auto)
          -h, --help              Show help information.

        """
    ),
    (
        "import",
        """
        OVERVIEW: Make a payload of the files of other programs

        USAGE: syncwire import <subcommand>

        OPTIONS:
          --color <when>          When to use colors. (values: auto, always, never;
                                  default: auto)
          -h, --help              Show help information.

        SUBCOMMANDS:
          ssh-config              Import hosts, keys and forwards of OpenSSH
                                  configurations
          known-hosts             Import the host keys of OpenSSH known_hosts files
          sqlite                  Import a SQLite database with a table for each
                                  collection

          See 'syncwire help import <subcommand>' for detailed help.

        """
    ),
    (
        "import ssh-config",
        """
        OVERVIEW: Import hosts, keys and forwards of OpenSSH configurations

        Several files are read as a user's and then the system's are: the first value
        wins. Relative names in them are looked for beside the file, then in ~/.ssh. Of
        keys only the public half is read. What has no place in a record is said on
        standard error.

        USAGE: syncwire import ssh-config [--output <file>] [--force] [--base <file>]
               [--now <milliseconds>] <file> ...

        ARGUMENTS:
          <file>                  The files; - is standard input.

        OPTIONS:
          -o, --output <file>     The payload. - is standard output. (default: -)
          --force                 Replace the output if it exists.
          --base <file>           A payload to add the rows to. Of two rows with one id
                                  the imported one stays if it says something new; what
                                  says when a record was made is kept.
          --now <milliseconds>    The time stamp of the rows, in milliseconds since
                                  1970; the current time by default.
          --color <when>          When to use colors. (values: auto, always, never;
                                  default: auto)
          -h, --help              Show help information.

        """
    ),
    (
        "import known-hosts",
        """
        OVERVIEW: Import the host keys of OpenSSH known_hosts files

        USAGE: syncwire import known-hosts [--output <file>] [--force] [--base <file>]
               [--now <milliseconds>] <file> ...

        ARGUMENTS:
          <file>                  The files; - is standard input.

        OPTIONS:
          -o, --output <file>     The payload. - is standard output. (default: -)
          --force                 Replace the output if it exists.
          --base <file>           A payload to add the rows to. Of two rows with one id
                                  the imported one stays if it says something new; what
                                  says when a record was made is kept.
          --now <milliseconds>    The time stamp of the rows, in milliseconds since
                                  1970; the current time by default.
          --color <when>          When to use colors. (values: auto, always, never;
                                  default: auto)
          -h, --help              Show help information.

        """
    ),
    (
        "import sqlite",
        """
        OVERVIEW: Import a SQLite database with a table for each collection

        A table has the columns id and updated_at, and either a column data with JSON
        text or a column for each field. The database is only read.

        USAGE: syncwire import sqlite [--output <file>] [--force] [--base <file>]
               <database>

        ARGUMENTS:
          <database>              The database.

        OPTIONS:
          -o, --output <file>     The payload. - is standard output. (default: -)
          --force                 Replace the output if it exists.
          --base <file>           A payload to add the rows to. Of two rows with one id
                                  the imported one stays if it says something new; what
                                  says when a record was made is kept.
          --color <when>          When to use colors. (values: auto, always, never;
                                  default: auto)
          -h, --help              Show help information.

        """
    ),
    (
        "export",
        """
        OVERVIEW: Write what an archive or a payload holds in another form

        USAGE: syncwire export <subcommand>

        OPTIONS:
          --color <when>          When to use colors. (values: auto, always, never;
                                  default: auto)
          -h, --help              Show help information.

        SUBCOMMANDS:
          sqlite                  Write a SQLite database with a table for each
                                  collection
          json                    Write JSON for people

          See 'syncwire help export <subcommand>' for detailed help.

        """
    ),
    (
        "export sqlite",
        """
        OVERVIEW: Write a SQLite database with a table for each collection

        'syncwire import sqlite' makes the same payload of it.

        USAGE: syncwire export sqlite [--key <file>] [--passphrase-file <file>]
               [--passphrase-fd <n>] [--max-plaintext <bytes>] [--diagnose] [--force]
               --output <file> <in>

        ARGUMENTS:
          <in>                    An archive, or a payload as it is; - is standard
                                  input.

        OPTIONS:
          --key <file>            A key file: 64 hex digits, as keygen writes it.
          --passphrase-file <file>
                                  A file with the passphrase; one newline at its end
                                  does not belong to it.
          --passphrase-fd <n>     An open descriptor to read the passphrase from.
          --max-plaintext <bytes> Refuse an archive that holds more. (default:
                                  268435456)
          --diagnose              Of a refused key, say whether none fits or the header
                                  was altered.
          -o, --output <file>     The database.
          --force                 Replace the output if it exists.
          --color <when>          When to use colors. (values: auto, always, never;
                                  default: auto)
          -h, --help              Show help information.

        """
    ),
    (
        "export json",
        """
        OVERVIEW: Write JSON for people

        A member a line, in the order and with the numbers and strings of the canonical
        form.

        USAGE: syncwire export json [<options>] <in>

        ARGUMENTS:
          <in>                    An archive, or a payload as it is; - is standard
                                  input.

        OPTIONS:
          --key <file>            A key file: 64 hex digits, as keygen writes it.
          --passphrase-file <file>
                                  A file with the passphrase; one newline at its end
                                  does not belong to it.
          --passphrase-fd <n>     An open descriptor to read the passphrase from.
          --max-plaintext <bytes> Refuse an archive that holds more. (default:
                                  268435456)
          --diagnose              Of a refused key, say whether none fits or the header
                                  was altered.
          -o, --output <file>     The JSON text. - is standard output. (default: -)
          --force                 Replace the output if it exists.
          --color <when>          When to use colors. (values: auto, always, never;
                                  default: auto)
          -h, --help              Show help information.

        """
    ),
    (
        "merge",
        """
        OVERVIEW: Merge archives or payloads into one payload

        The result is the same for any order of the inputs, and nothing is deleted
        because it is missing in one. It is the canonical payload; 'syncwire seal' makes
        an archive of it.

        Archives of several workspaces are opened with several --key options. With
        --explain it says of each row that the inputs do not agree about why it is as it
        is. It warns of rows with stamps of the future, since they win for as long.

        USAGE: syncwire merge [<options>] <in> ...

        ARGUMENTS:
          <in>                    Archives or payloads, two or more; - is standard
                                  input.

        OPTIONS:
          --key <file>            A key file: 64 hex digits, as keygen writes it.
          --passphrase-file <file>
                                  A file with the passphrase; one newline at its end
                                  does not belong to it.
          --passphrase-fd <n>     An open descriptor to read the passphrase from.
          --max-plaintext <bytes> Refuse an archive that holds more. (default:
                                  268435456)
          --diagnose              Of a refused key, say whether none fits or the header
                                  was altered.
          --profile <name|file>   The rules: snapshot-occ, oplog-field, commit-gated,
                                  blob-cas-lww, server-accept, server-accept-watch, or a
                                  file with a profile of your own. (default:
                                  blob-cas-lww)
          --now <milliseconds>    The time beyond which a stamp is of the future, in
                                  milliseconds since 1970; the current time by default.
          -o, --output <file>     The merged payload; - is standard output. Not needed
                                  with --explain.
          --force                 Replace the output if it exists.
          --explain               Print why each row is as it is.
          --format <format>       How to print the result. (values: text, json; default:
                                  text)
          --color <when>          When to use colors. (values: auto, always, never;
                                  default: auto)
          -h, --help              Show help information.

        """
    ),
    (
        "diff",
        """
        OVERVIEW: Say what differs between two archives or payloads

        Rows that are added, changed (field by field), deleted, or tied, and which of
        two versions a merge would keep. What is compared is the content: two archives
        of the same payload do not differ. The exit code is 1 when anything does.

        USAGE: syncwire diff [<options>] <before> <after>

        ARGUMENTS:
          <before>                An archive or a payload; - is standard input.
          <after>                 Another one.

        OPTIONS:
          --key <file>            A key file: 64 hex digits, as keygen writes it.
          --passphrase-file <file>
                                  A file with the passphrase; one newline at its end
                                  does not belong to it.
          --passphrase-fd <n>     An open descriptor to read the passphrase from.
          --max-plaintext <bytes> Refuse an archive that holds more. (default:
                                  268435456)
          --diagnose              Of a refused key, say whether none fits or the header
                                  was altered.
          --profile <name|file>   The rules: snapshot-occ, oplog-field, commit-gated,
                                  blob-cas-lww, server-accept, server-accept-watch, or a
                                  file with a profile of your own. (default:
                                  blob-cas-lww)
          --format <format>       How to print the result. (values: text, json; default:
                                  text)
          --color <when>          When to use colors. (values: auto, always, never;
                                  default: auto)
          -h, --help              Show help information.

        """
    ),
    (
        "reconcile",
        """
        OVERVIEW: Find what an application changed, and merge what was downloaded

        Compares the application's records with what the store remembers of them, stamps
        what is new, and writes the payload to upload. With --remote that is merged with
        what was downloaded, and the rows that the application has to apply are listed.
        Say --landed when it has them: until then the store does not count on it.

        Nothing is written when so many records are gone that a person has to agree; the
        exit code is then 1.

        USAGE: syncwire reconcile [<options>] --db <file> <payload>

        ARGUMENTS:
          <payload>               The application's records now: a payload or an
                                  archive; - is standard input.

        OPTIONS:
          --key <file>            A key file: 64 hex digits, as keygen writes it.
          --passphrase-file <file>
                                  A file with the passphrase; one newline at its end
                                  does not belong to it.
          --passphrase-fd <n>     An open descriptor to read the passphrase from.
          --max-plaintext <bytes> Refuse an archive that holds more. (default:
                                  268435456)
          --diagnose              Of a refused key, say whether none fits or the header
                                  was altered.
          --db <file>             The store; it is made if there is none.
          --remote <file>         What was downloaded; may be given again.
          --profile <name|file>   The rules: snapshot-occ, oplog-field, commit-gated,
                                  blob-cas-lww, server-accept, server-accept-watch, or a
                                  file with a profile of your own. (default:
                                  blob-cas-lww)
          --now <milliseconds>    The time of the snapshot, in milliseconds since 1970;
                                  the current time by default.
          --consent <n>           Agree to so many deletions.
          --landed                The application has the rows to apply.
          -o, --output <file>     The payload to upload; - is standard output, and the
                                  rest is then not printed.
          --force                 Replace the output if it exists.
          --format <format>       How to print the result. (values: text, json; default:
                                  text)
          --color <when>          When to use colors. (values: auto, always, never;
                                  default: auto)
          -h, --help              Show help information.

        """
    ),
    (
        "conflicts",
        """
        OVERVIEW: Show and settle what waits for a person

        USAGE: syncwire conflicts <subcommand>

        OPTIONS:
          --color <when>          When to use colors. (values: auto, always, never;
                                  default: auto)
          -h, --help              Show help information.

        SUBCOMMANDS:
          list                    List the conflicts in a store
          resolve                 Settle a conflict with one of its sides or another
                                  value

          See 'syncwire help conflicts <subcommand>' for detailed help.

        """
    ),
    (
        "conflicts list",
        """
        OVERVIEW: List the conflicts in a store

        The exit code is 1 if there is none.

        USAGE: syncwire conflicts list [--all] [--format <format>] --db <file>

        OPTIONS:
          --db <file>             The store.
          --all                   Those that are settled too.
          --format <format>       How to print the result. (values: text, json; default:
                                  text)
          --color <when>          When to use colors. (values: auto, always, never;
                                  default: auto)
          -h, --help              Show help information.

        """
    ),
    (
        "conflicts resolve",
        """
        OVERVIEW: Settle a conflict with one of its sides or another value

        The choice is made in the payload that holds the record, where it merges like
        every other change, and noted in the store. The entry stays, with who settled it
        and when.

        USAGE: syncwire conflicts resolve [<options>] --db <file> --by <name>
               --output <file> <id> <payload>

        ARGUMENTS:
          <id>                    The conflict, as conflicts list names it.
          <payload>               The payload or archive that holds the record; - is
                                  standard input.

        OPTIONS:
          --key <file>            A key file: 64 hex digits, as keygen writes it.
          --passphrase-file <file>
                                  A file with the passphrase; one newline at its end
                                  does not belong to it.
          --passphrase-fd <n>     An open descriptor to read the passphrase from.
          --max-plaintext <bytes> Refuse an archive that holds more. (default:
                                  268435456)
          --diagnose              Of a refused key, say whether none fits or the header
                                  was altered.
          --db <file>             The store.
          --side <n>              The side to take, 1 for the first.
          --value <json>          A value for the field instead.
          --by <name>             Who settles it: the device's name.
          --profile <name|file>   The rules: snapshot-occ, oplog-field, commit-gated,
                                  blob-cas-lww, server-accept, server-accept-watch, or a
                                  file with a profile of your own. (default:
                                  blob-cas-lww)
          --now <milliseconds>    The time of the choice, in milliseconds since 1970;
                                  the current time by default.
          -o, --output <file>     The payload with the choice. - is standard output.
          --force                 Replace the output if it exists.
          --color <when>          When to use colors. (values: auto, always, never;
                                  default: auto)
          -h, --help              Show help information.

        """
    ),
    (
        "canonicalize",
        """
        OVERVIEW: Print the canonical form of JSON, a row or a payload

        Prints the canonical bytes and nothing after them; with --lines, one line for
        each line of the input.

        USAGE: syncwire canonicalize [--lines] [--keep-going] [--row] [--payload]
               [<file>]

        ARGUMENTS:
          <file>                  The input; - is standard input. (default: -)

        OPTIONS:
          --lines                 Take each line of the input by itself.
          --keep-going            With --lines: an invalid line gives an empty line, and
                                  exit code 65 at the end.
          --row                   The input is a row: sort its own keys.
          --payload               The input is a payload: sort its keys, collections and
                                  rows.
          --color <when>          When to use colors. (values: auto, always, never;
                                  default: auto)
          -h, --help              Show help information.

        """
    ),
    (
        "lint",
        """
        OVERVIEW: Name everything in a JSON document that some stack would change

        Prints one finding a line: its kind and a JSON Pointer. The exit code is 1 when
        there are findings.

        USAGE: syncwire lint [--format <format>] [<file>]

        ARGUMENTS:
          <file>                  The input; - is standard input. (default: -)

        OPTIONS:
          --format <format>       How to print the result. (values: text, json; default:
                                  text)
          --color <when>          When to use colors. (values: auto, always, never;
                                  default: auto)
          -h, --help              Show help information.

        """
    ),
    (
        "hash",
        """
        OVERVIEW: Print the content hash of a row

        The hash is the 64-bit FNV-1a of the canonical bytes of the row's data, 16 hex
        digits: equal for rows that say the same. It is no protection against changes on
        purpose.

        USAGE: syncwire hash [--lines] [--keep-going] [--exclude <field>] ... [<file>]

        ARGUMENTS:
          <file>                  The input; - is standard input. (default: -)

        OPTIONS:
          --lines                 Take each line of the input by itself.
          --keep-going            With --lines: an invalid line gives an empty line, and
                                  exit code 65 at the end.
          --exclude <field>       A field of the data that the hash does not cover.
          --color <when>          When to use colors. (values: auto, always, never;
                                  default: auto)
          -h, --help              Show help information.

        """
    ),
    (
        "verify",
        """
        OVERVIEW: Run implementations over the vectors and over one another's archives

        Each stack answers every vector, and every stack opens what every stack seals.
        The exit code is 1 when anything differs from what Spec/ demands.

        With --third-party DIR the stacks canonicalize what DIR holds of JSONTestSuite
        (json-test-suite), the inputs of RFC 8785 (jcs), the big list of naughty strings
        (naughty-strings) and Wycheproof (wycheproof), and the reports say where they
        differ.

        With --vector, --only or --kind a part of the vectors is run. The text form then
        shows for --vector what was asked, answered and expected.

        USAGE: syncwire verify [<options>]

        OPTIONS:
          --stacks <names>        Which of the listed stacks to run, separated by
                                  commas; all by default.
          --stacks-file <stacks-file>
                                  The list of stacks. (default:
                                  Tests/Stacks/stacks.json)
          --testee <name=command> Another stack; the command is run by the shell.
          --vectors <vectors>     The folder of the vector files. (default: Vectors)
          --vector <id>           Run this vector.
          --only <pattern>        Run the vectors whose ids match; * stands for any
                                  characters.
          --kind <kind>           Run the vectors of this kind.
          --known-failures <known-failures>
                                  What is known to go wrong with one stack.
          --payload <payload>     A payload of your own that every pair of stacks has to
                                  exchange too.
          --third-party <third-party>
                                  Test data of other projects, which all stacks have to
                                  canonicalize too.
          --seed <number>         What the run's random choices come from; another one
                                  each time by default.
          --format <format>       How to print the verdict. (values: text, json, junit,
                                  tap, sarif, earl, badge, coverage, html; default:
                                  text)
          --report <format=file>  Another report of the same run, into a file: text,
                                  json, junit, tap, sarif, earl, badge, coverage, html.
          --force                 Replace the files of --report if they exist.
          --timestamp <time>      When the run is, for the reports; none by default.
          --spec <spec>           The folder of the specification. (default: Spec)
          --mutants <mutants>     A kill table for the report, as 'mutants --format
                                  json' prints it.
          --color <when>          When to use colors. (values: auto, always, never;
                                  default: auto)
          -h, --help              Show help information.

        """
    ),
    (
        "fuzz",
        """
        OVERVIEW: Compare implementations on random inputs

        Makes random requests of each operation, right ones and almost right ones, and
        asks all stacks. Where two differ, the request is made as small as it gets, and
        at once printed and written as a candidate for a vector; at the end comes how
        often the stacks differed like that. The same seed gives the same requests on
        every machine. The exit code is 1 when anything differs.

        USAGE: syncwire fuzz [<options>]

        OPTIONS:
          --stacks <names>        Which of the listed stacks to run, separated by
                                  commas; all by default.
          --stacks-file <stacks-file>
                                  The list of stacks. (default:
                                  Tests/Stacks/stacks.json)
          --testee <name=command> Another stack; the command is run by the shell.
          --operation <operation> Only requests of this operation. (values:
                                  canonicalize, compareUTF16, contentHash, encodeRecord,
                                  decodeRecord, compress, decompress, seal, open,
                                  rewrap, inspect)
          --seed <seed>           Where the random choices start. (default: 1)
          --count <count>         How many requests to make. (default: 10000)
          --first <first>         The first of the seed's requests. (default: 0)
          --seconds <seconds>     Stop after this time, even if requests are left.
          -o, --output <output>   Where the candidates go, one file each.
          --color <when>          When to use colors. (values: auto, always, never;
                                  default: auto)
          -h, --help              Show help information.

        """
    ),
    (
        "report",
        """
        OVERVIEW: Make reports of a saved run, or compare two

        A run is saved by 'verify --format json' or 'verify --report json=FILE'.

        USAGE: syncwire report <subcommand>

        OPTIONS:
          --color <when>          When to use colors. (values: auto, always, never;
                                  default: auto)
          -h, --help              Show help information.

        SUBCOMMANDS:
          text                    The verdict for people
          json                    The run itself, a JSON object a line
          junit                   JUnit XML
          tap                     Test Anything Protocol, version 14
          sarif                   SARIF 2.1.0 with the clauses as rules
          earl                    W3C EARL 1.0 as JSON-LD
          badge                   A badge: a picture in SVG
          coverage                What proves each clause, as JSON
          html                    One page for browsers, complete in itself
          diff                    Say what changed between two saved runs

          See 'syncwire help report <subcommand>' for detailed help.

        """
    ),
    (
        "report text",
        """
        OVERVIEW: The verdict for people

        USAGE: syncwire report text [--output <output>] [--force] <run>

        ARGUMENTS:
          <run>                   The saved run; - is standard input.

        OPTIONS:
          -o, --output <output>   The report; - is standard output. (default: -)
          --force                 Replace the output if it exists.
          --color <when>          When to use colors. (values: auto, always, never;
                                  default: auto)
          -h, --help              Show help information.

        """
    ),
    (
        "report json",
        """
        OVERVIEW: The run itself, a JSON object a line

        USAGE: syncwire report json [--output <output>] [--force] <run>

        ARGUMENTS:
          <run>                   The saved run; - is standard input.

        OPTIONS:
          -o, --output <output>   The report; - is standard output. (default: -)
          --force                 Replace the output if it exists.
          --color <when>          When to use colors. (values: auto, always, never;
                                  default: auto)
          -h, --help              Show help information.

        """
    ),
    (
        "report junit",
        """
        OVERVIEW: JUnit XML

        USAGE: syncwire report junit [--output <output>] [--force] <run>

        ARGUMENTS:
          <run>                   The saved run; - is standard input.

        OPTIONS:
          -o, --output <output>   The report; - is standard output. (default: -)
          --force                 Replace the output if it exists.
          --color <when>          When to use colors. (values: auto, always, never;
                                  default: auto)
          -h, --help              Show help information.

        """
    ),
    (
        "report tap",
        """
        OVERVIEW: Test Anything Protocol, version 14

        USAGE: syncwire report tap [--output <output>] [--force] <run>

        ARGUMENTS:
          <run>                   The saved run; - is standard input.

        OPTIONS:
          -o, --output <output>   The report; - is standard output. (default: -)
          --force                 Replace the output if it exists.
          --color <when>          When to use colors. (values: auto, always, never;
                                  default: auto)
          -h, --help              Show help information.

        """
    ),
    (
        "report sarif",
        """
        OVERVIEW: SARIF 2.1.0 with the clauses as rules

        USAGE: syncwire report sarif [--output <output>] [--force] [--vectors <vectors>]
               [--spec <spec>] [--mutants <mutants>] <run>

        ARGUMENTS:
          <run>                   The saved run; - is standard input.

        OPTIONS:
          -o, --output <output>   The report; - is standard output. (default: -)
          --force                 Replace the output if it exists.
          --vectors <vectors>     The folder of the vector files. (default: Vectors)
          --spec <spec>           The folder of the specification. (default: Spec)
          --mutants <mutants>     A kill table for the report, as 'mutants --format
                                  json' prints it.
          --color <when>          When to use colors. (values: auto, always, never;
                                  default: auto)
          -h, --help              Show help information.

        """
    ),
    (
        "report earl",
        """
        OVERVIEW: W3C EARL 1.0 as JSON-LD

        USAGE: syncwire report earl [--output <output>] [--force] <run>

        ARGUMENTS:
          <run>                   The saved run; - is standard input.

        OPTIONS:
          -o, --output <output>   The report; - is standard output. (default: -)
          --force                 Replace the output if it exists.
          --color <when>          When to use colors. (values: auto, always, never;
                                  default: auto)
          -h, --help              Show help information.

        """
    ),
    (
        "report badge",
        """
        OVERVIEW: A badge: a picture in SVG

        USAGE: syncwire report badge [--output <output>] [--force] <run>

        ARGUMENTS:
          <run>                   The saved run; - is standard input.

        OPTIONS:
          -o, --output <output>   The report; - is standard output. (default: -)
          --force                 Replace the output if it exists.
          --color <when>          When to use colors. (values: auto, always, never;
                                  default: auto)
          -h, --help              Show help information.

        """
    ),
    (
        "report coverage",
        """
        OVERVIEW: What proves each clause, as JSON

        The exit code is 1 when a clause with MUST has no vector that passed, and no
        reason to have none.

        USAGE: syncwire report coverage [--output <output>] [--force]
               [--vectors <vectors>] [--spec <spec>] [--mutants <mutants>]
               [--format <format>] <run>

        ARGUMENTS:
          <run>                   The saved run; - is standard input.

        OPTIONS:
          -o, --output <output>   The report; - is standard output. (default: -)
          --force                 Replace the output if it exists.
          --vectors <vectors>     The folder of the vector files. (default: Vectors)
          --spec <spec>           The folder of the specification. (default: Spec)
          --mutants <mutants>     A kill table for the report, as 'mutants --format
                                  json' prints it.
          --format <format>       How to print it. (values: text, json; default: text)
          --color <when>          When to use colors. (values: auto, always, never;
                                  default: auto)
          -h, --help              Show help information.

        """
    ),
    (
        "report html",
        """
        OVERVIEW: One page for browsers, complete in itself

        USAGE: syncwire report html [--output <output>] [--force] [--vectors <vectors>]
               [--spec <spec>] [--mutants <mutants>] <run>

        ARGUMENTS:
          <run>                   The saved run; - is standard input.

        OPTIONS:
          -o, --output <output>   The report; - is standard output. (default: -)
          --force                 Replace the output if it exists.
          --vectors <vectors>     The folder of the vector files. (default: Vectors)
          --spec <spec>           The folder of the specification. (default: Spec)
          --mutants <mutants>     A kill table for the report, as 'mutants --format
                                  json' prints it.
          --color <when>          When to use colors. (values: auto, always, never;
                                  default: auto)
          -h, --help              Show help information.

        """
    ),
    (
        "report diff",
        """
        OVERVIEW: Say what changed between two saved runs

        Names what fails newly, what passes no longer, what fails for another reason,
        what is new or gone, and which stacks, runtimes and vector files are others. The
        exit code is 1 when something got worse: it fails newly, or passed and is now
        skipped or gone.

        USAGE: syncwire report diff [--format <format>] <before> <after>

        ARGUMENTS:
          <before>                The earlier run.
          <after>                 The later run.

        OPTIONS:
          --format <format>       How to print it. (values: text, json; default: text)
          --color <when>          When to use colors. (values: auto, always, never;
                                  default: auto)
          -h, --help              Show help information.

        """
    ),
    (
        "vectors",
        """
        OVERVIEW: Generate, check and show the shared test vectors

        USAGE: syncwire vectors <subcommand>

        OPTIONS:
          --color <when>          When to use colors. (values: auto, always, never;
                                  default: auto)
          -h, --help              Show help information.

        SUBCOMMANDS:
          generate                Write the vector files
          check                   Say whether the vector files are what generate would
                                  write
          pin                     Record that the vectors test clauses as they read now
          keep                    Keep what each stack seals, for every later reader
          list                    List the vectors, one a line
          show                    Show one vector
          explain                 Tell in words what a vector tests and what goes wrong
          challenge               Write prompts that nobody has seen, without their
                                  answers
          grade                   Judge the answers to a challenge

          See 'syncwire help vectors <subcommand>' for detailed help.

        """
    ),
    (
        "vectors generate",
        """
        OVERVIEW: Write the vector files

        Writes the same bytes on every run and machine. Files that are up to date are
        left alone. A vector that is new or demands something else is put to the stacks
        first: without two that agree nothing is written, and the exit code is 1.

        USAGE: syncwire vectors generate [--spec <spec>] [--stacks-file <stacks-file>]
               [--again] [--withdraw <reason>] [<folder>]

        ARGUMENTS:
          <folder>                Where the files go. (default: Vectors)

        OPTIONS:
          --spec <spec>           The folder of the specification. (default: Spec)
          --stacks-file <stacks-file>
                                  The list of stacks. (default:
                                  Tests/Stacks/stacks.json)
          --again                 Put all vectors to the stacks, not only those that are
                                  new.
          --withdraw <reason>     Why vectors that are no longer generated are gone.
          --color <when>          When to use colors. (values: auto, always, never;
                                  default: auto)
          -h, --help              Show help information.

        """
    ),
    (
        "vectors check",
        """
        OVERVIEW: Say whether the vector files are what generate would write

        Looks also at what is known of the vectors: whether the clauses that they test
        still read as they did, stacks have attested them, and the manifest is that of
        the files.

        USAGE: syncwire vectors check [--spec <spec>] [<folder>]

        ARGUMENTS:
          <folder>                Where the files are. (default: Vectors)

        OPTIONS:
          --spec <spec>           The folder of the specification. (default: Spec)
          --color <when>          When to use colors. (values: auto, always, never;
                                  default: auto)
          -h, --help              Show help information.

        """
    ),
    (
        "vectors pin",
        """
        OVERVIEW: Record that the vectors test clauses as they read now

        For after a review: check names the vectors of each clause that was edited.
        Without a clause all of them are recorded.

        USAGE: syncwire vectors pin [--spec <spec>] [--vectors <vectors>] [<clause> ...]

        ARGUMENTS:
          <clause>                The id of a clause, such as CJ-7.

        OPTIONS:
          --spec <spec>           The folder of the specification. (default: Spec)
          --vectors <vectors>     The folder of the vector files. (default: Vectors)
          --color <when>          When to use colors. (values: auto, always, never;
                                  default: auto)
          -h, --help              Show help information.

        """
    ),
    (
        "vectors keep",
        """
        OVERVIEW: Keep what each stack seals, for every later reader

        Writes sealed/STACK-VERSION/archives.json for each stack of which there is no
        such file yet. From then on verify has every stack open these archives. What was
        kept is never written again.

        USAGE: syncwire vectors keep [--stacks <names>] [--stacks-file <stacks-file>]
               [--testee <name=command>] ... [<folder>]

        ARGUMENTS:
          <folder>                Where the vector files are. (default: Vectors)

        OPTIONS:
          --stacks <names>        Which of the listed stacks to run, separated by
                                  commas; all by default.
          --stacks-file <stacks-file>
                                  The list of stacks. (default:
                                  Tests/Stacks/stacks.json)
          --testee <name=command> Another stack; the command is run by the shell.
          --color <when>          When to use colors. (values: auto, always, never;
                                  default: auto)
          -h, --help              Show help information.

        """
    ),
    (
        "vectors list",
        """
        OVERVIEW: List the vectors, one a line

        A line has the id, the result or error class, the clauses, and what is special.
        The exit code is 1 when there is no such vector.

        USAGE: syncwire vectors list [--kind <kind>] [--clause <id>]
               [--operation <operation>] [--format <format>] [<folder>]

        ARGUMENTS:
          <folder>                Where the files are. (default: Vectors)

        OPTIONS:
          --kind <kind>           Only those of one file. (values: canonical-json,
                                  order, hash, records, rows, payload, codec, slots,
                                  envelope, rewrap, merge, reconcile, decide)
          --clause <id>           Only those that test a clause, such as CJ-7.
          --operation <operation> Only those of an operation, such as open.
          --format <format>       How to print them. (values: text, json; default: text)
          --color <when>          When to use colors. (values: auto, always, never;
                                  default: auto)
          -h, --help              Show help information.

        """
    ),
    (
        "vectors show",
        """
        OVERVIEW: Show one vector

        Prints the vector as JSON; below it where it comes from, and each byte string
        decoded, as text where it is text.

        USAGE: syncwire vectors show <id> [<folder>]

        ARGUMENTS:
          <id>                    The vector's id.
          <folder>                Where the files are. (default: Vectors)

        OPTIONS:
          --color <when>          When to use colors. (values: auto, always, never;
                                  default: auto)
          -h, --help              Show help information.

        """
    ),
    (
        "vectors explain",
        """
        OVERVIEW: Tell in words what a vector tests and what goes wrong

        For who writes a port: the clauses' texts, the change that was made to a valid
        vector, the known mistakes that it catches, and the request to try by hand.

        USAGE: syncwire vectors explain [--spec <spec>] <id> [<folder>]

        ARGUMENTS:
          <id>                    The vector's id.
          <folder>                Where the files are. (default: Vectors)

        OPTIONS:
          --spec <spec>           The folder of the specification. (default: Spec)
          --color <when>          When to use colors. (values: auto, always, never;
                                  default: auto)
          -h, --help              Show help information.

        """
    ),
    (
        "vectors challenge",
        """
        OVERVIEW: Write prompts that nobody has seen, without their answers

        Each line is a request for a testee: 'TESTEE <prompts >answers' makes the file
        that grade judges. The same seed and count give the same prompts.

        USAGE: syncwire vectors challenge [--count <n>] [--force] --seed <n>
               --output <file>

        OPTIONS:
          --seed <n>              What the prompts are made from.
          --count <n>             How many prompts there are. (default: 500)
          -o, --output <file>     The prompts. - is standard output.
          --force                 Replace the output if it exists.
          --color <when>          When to use colors. (values: auto, always, never;
                                  default: auto)
          -h, --help              Show help information.

        """
    ),
    (
        "vectors grade",
        """
        OVERVIEW: Judge the answers to a challenge

        Works out again what the prompts demand, and prints what was answered otherwise.
        The exit code is 1 if anything was, or if there is no answer.

        USAGE: syncwire vectors grade [--count <n>] --seed <n> <answers>

        ARGUMENTS:
          <answers>               The answer lines of a testee; - is standard input.

        OPTIONS:
          --seed <n>              What the prompts are made from.
          --count <n>             How many prompts there are. (default: 500)
          --color <when>          When to use colors. (values: auto, always, never;
                                  default: auto)
          -h, --help              Show help information.

        """
    ),
    (
        "mutants",
        """
        OVERVIEW: Say which known mistakes of implementations the vectors catch

        Runs the reference with one mistake after the other over the vectors and prints
        what catches it, which vectors catch nothing, and a small set of vectors that
        catches everything. The exit code is 1 when a mutant survives.

        USAGE: syncwire mutants [--vectors <vectors>] [--mutant <name>] ...
               [--format <format>] [--minimal] [--check] [--record]

        OPTIONS:
          --vectors <vectors>     The folder of the vector files. (default: Vectors)
          --mutant <name>         Only this mutant.
          --format <format>       How to print the table. (values: text, json; default:
                                  text)
          --minimal               Print the small set of vectors alone.
          --check                 Print only what is wrong. Demand two reasons for each
                                  mutant, a mutant for each vector that is no control,
                                  and what the vectors record.
          --record                Write into the vector files which mutants each vector
                                  catches.
          --color <when>          When to use colors. (values: auto, always, never;
                                  default: auto)
          -h, --help              Show help information.

        """
    ),
    (
        "explain",
        """
        OVERVIEW: Say where an output differs from the right one, and which known
        mistake makes it

        Compares two files: archives, gzip files, JSON texts. Or takes a vector's id and
        a file with what an implementation answers to it: the bytes of its output, or
        its answer line of the testee protocol. A key or passphrase lets the contents of
        archives be compared too. The exit code is 1 when there is a difference.

        USAGE: syncwire explain [--key <file>] [--passphrase-file <file>]
               [--passphrase-fd <n>] [--vectors <vectors>] <expected> <actual>

        ARGUMENTS:
          <expected>              A file that is right, or a vector's id.
          <actual>                The file to explain; - is standard input.

        OPTIONS:
          --key <file>            A key file: 64 hex digits, as keygen writes it.
          --passphrase-file <file>
                                  A file with the passphrase; one newline at its end
                                  does not belong to it.
          --passphrase-fd <n>     An open descriptor to read the passphrase from.
          --vectors <vectors>     The folder of the vector files. (default: Vectors)
          --color <when>          When to use colors. (values: auto, always, never;
                                  default: auto)
          -h, --help              Show help information.

        """
    ),
    (
        "testee",
        """
        OVERVIEW: Answer requests of the testee protocol on standard input

        Reads one JSON object a line and answers each with one line, as
        Spec/testee-protocol.md says. This is the only entry point that takes
        caller-chosen randomness: what it seals is for vectors, never for a user's data.

        USAGE: syncwire testee [--once] [--mutant <name>]
               syncwire testee <subcommand>

        OPTIONS:
          --once                  Answer one request; exit with 0 for ok, 1 for
                                  rejected, 2 for no request, 127 for unsupported.
          --mutant <name>         A known mistake to make, as the verifier's reports
                                  name them.
          --color <when>          When to use colors. (values: auto, always, never;
                                  default: auto)
          -h, --help              Show help information.

        SUBCOMMANDS:
          smoke                   Check how a testee talks, before asking whether its
                                  codec is right
          schema                  Print the JSON Schema of all messages of the testee
                                  protocol

          See 'syncwire help testee <subcommand>' for detailed help.

        """
    ),
    (
        "testee schema",
        """
        OVERVIEW: Print the JSON Schema of all messages of the testee protocol

        This is how Spec/schemas/testee-protocol.schema.json is made.

        USAGE: syncwire testee schema

        OPTIONS:
          --color <when>          When to use colors. (values: auto, always, never;
                                  default: auto)
          -h, --help              Show help information.

        """
    ),
    (
        "testee smoke",
        """
        OVERVIEW: Check how a testee talks, before asking whether its codec is right

        Starts the command several times, also with --once, and prints a line for each
        check: ok, FAILED and why, or skipped. What fails here is a fault of the
        harness. What passes here and fails in verify is one of the codec.

        USAGE: syncwire testee smoke [--timeout <seconds>] -- <command> ...

        ARGUMENTS:
          -- <command> ...        The testee and its arguments.

        OPTIONS:
          --timeout <seconds>     How long an answer may take. (default: 10)
          --color <when>          When to use colors. (values: auto, always, never;
                                  default: auto)
          -h, --help              Show help information.

        """
    ),
]
