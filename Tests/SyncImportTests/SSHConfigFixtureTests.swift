import CanonicalJSON
import Foundation
import SyncBridge
import SyncImport
import TestSupport
import Testing

/// `Tests/Fixtures/ssh_config`, by what was read in it and by what OpenSSH says.
@Suite struct SSHConfigFixtureTests {
    @Test func hosts() throws {
        let result = try fixtureImport().run([fixture("ssh_config")])
        let hosts = try result.hosts()
        #expect(
            Set(hosts.keys) == [
                "github.com", "gitea", "lab-1", "büro", "buero", "bastion", "web01", "web02", "db", "legacy", "gpu.lab",
                "cpu.lab",
            ])
        #expect(result.payload.rows(of: "host").count == 13, "one more for admin@bastion:2200")

        let office = try result.host("büro")
        #expect(office.hostname == "10.20.0.5")
        #expect(office.port == 2222)
        #expect(office.username == "jürgen")
        #expect(office.note == "Firmenrechner im Büro – nur über VPN")
        #expect(office.env == #"{"LANG":"de_DE.UTF-8","GREETING":"Grüß Gott"}"#)
        #expect(office.extra["sendEnv"] == ["LC_*", "COLORTERM"])
        #expect(office.extra["sshOptions"] == ["ForwardAgent": "no", "HashKnownHosts": "yes"])
        #expect(office.authKind == .agent)
        #expect(office.createdAt == 1_700_000_000_000)
        #expect(office.updatedAt == 1_700_000_000_000)

        let bastion = try result.host("bastion")
        #expect(bastion.hostname == "2001:db8:1::5")
        #expect(bastion.note == "東京のゲートウェイ\n(bastion, IPv6 only)")
        #expect(bastion.authKind == .key)
        #expect(bastion.keepAliveSec == 90)

        let web = try result.host("web01")
        #expect(web.jumpHostIds.description == "[\"\(bastion.id)\"]")
        #expect(web.startupCommand == #"tmux new -A -s "main window""#)

        let database = try result.host("db")
        let jumps = try #require(try JSONValue(parsing: database.jumpHostIds.wtf8).arrayValue?.map { $0.stringValue })
        #expect(jumps.last == web.id)
        let hop = try #require(result.payload.rows(of: "host").first { $0.id == jumps.first })
        let hopHost = try HostRecord(row: hop)
        #expect(hopHost.name == "bastion")
        #expect(hopHost.hostname == "2001:db8:1::5")
        #expect(hopHost.username == "admin")
        #expect(hopHost.port == 2200)
        #expect(hopHost.id != bastion.id)

        #expect(try result.host("legacy").authKind == .interactive)
        #expect(try result.host("gitea").hostname == "2001:db8:2::a")
        #expect(try result.host("lab-1").extra["sshOptions"]?["Compression"] == "yes")
        #expect(try result.host("lab-1").username == "labuser")
    }

    @Test func keysAndForwards() throws {
        let result = try fixtureImport().run([fixture("ssh_config")])
        let keys = try result.payload.rows(of: "key").map { try KeyRecord(row: $0) }
        // As `ssh-keygen -lf` prints it.
        let work = try #require(keys.first { $0.name == "work_ed25519" })
        #expect(work.fingerprint == "SHA256:FHpzxGD5PKjGxRQpLqEzCdfQlurpEZd3MzOtqER1UTY")
        #expect(work.keyType == "ssh-ed25519")
        #expect(work.secretRef.description == "key.\(work.id).private")
        #expect(work.extra["comment"] == "work@example")
        #expect(keys.map(\.name) == ["work_ed25519"], "db's second identity file is not its key")
        #expect(try result.host("bastion").keyId == work.id)
        #expect(try result.host("github.com").keyId == work.id)

        let web = try result.host("web01")
        let forwards = try result.payload.rows(of: "portForward").map { try PortForwardRecord(row: $0) }
            .filter { $0.hostId == web.id }
        func line(_ forward: PortForwardRecord) -> String {
            "\(forward.kind.rawValue) \(forward.bindHost ?? "-") \(forward.bindPort) \(forward.targetHost ?? "-") "
                + "\(forward.targetPort.map { "\($0)" } ?? "-")"
        }
        #expect(
            Set(forwards.map(line)) == [
                "local 127.0.0.1 8080 localhost 80", "local ::1 5433 2001:db8::20 5432", "remote - 9000 localhost 3000",
                "dynamic - 1080 - -",
            ])
        #expect(!forwards.contains { !$0.autoStart })
        #expect(result.payload.rows(of: "portForward").count == 8, "both aliases of the block have them")
    }

    @Test func notes() throws {
        let notes = try fixtureImport().run([fixture("ssh_config")]).notes.map(\.description)
        #expect(
            notes.contains(
                #"ssh_config:52: Match host *.corp.example exec "test -f /etc/vpn": the block depends on the connection and is not imported"#
            ))
        #expect(notes.contains("conf.d/10-work.conf:5: no field holds ControlMaster: kept in sshOptions of the hosts"))
        #expect(notes.contains("ssh_config:43: LocalForward of a socket is not imported"))
        #expect(
            notes.contains("ssh_config:33: the jump admin@bastion:2200 is not an alias: it becomes a host of its own"))
        #expect(notes.contains("ssh_config:34: no public key beside ~/.ssh/id with space: the key is only referred to"))
        #expect(notes.contains("ssh_config:35: the first of several identity files is the host's key"))
        #expect(Set(notes).count == notes.count)
    }

    /// The same input gives the same bytes, which are a canonical payload.
    @Test func deterministic() throws {
        let first = try fixtureImport().run([fixture("ssh_config")]).payload.canonicalBytes()
        let second = try fixtureImport().run([fixture("ssh_config")]).payload.canonicalBytes()
        #expect(first == second)
        try SnapshotCheck.check(first)
        let later = try fixtureImport(updatedAt: 5).run([fixture("ssh_config")]).payload
        let ids = try Payload(canonical: first).rows(of: "host").map(\.id)
        #expect(Set(later.rows(of: "host").map(\.id)) == Set(ids))
    }

    /// `ssh -G` resolves each alias to the same values.
    @Test(.enabled(if: Tool.isInstalled("ssh"), "needs ssh")) func agreesWithOpenSSH() throws {
        let source = try fixture("ssh_config")
        let result = try fixtureImport().run([source])
        try withTemporaryFolder { folder in
            // Relative includes of a file given with -F would be looked for under ~/.ssh.
            let config = folder.appending(path: "config")
            let absolute = text(source.bytes).replacing(
                "conf.d/*", with: Repository.fixtures.appending(path: "conf.d/*").path())
            try absolute.write(to: config, atomically: true, encoding: .utf8)
            for (name, host) in try result.hosts() {
                let ssh = try Tool.run(["ssh", "-G", "-F", config.path(), name.description])
                #expect(ssh.status == 0)
                var values: [String: String] = [:]
                for line in ssh.text.split(separator: "\n") {
                    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
                    if values[words[0]] == nil { values[words[0]] = words.count > 1 ? words[1] : "" }
                }
                let hostname = values["hostname"]?.trimmingCharacters(in: ["[", "]"])
                #expect(host.hostname.description == hostname, "\(name)")
                #expect("\(host.port)" == values["port"], "\(name)")
                #expect(host.username?.description == values["user"], "\(name)")
                #expect("\(host.keepAliveSec)" == values["serveraliveinterval"], "\(name)")
                #expect(host.startupCommand?.description == values["remotecommand"], "\(name)")
                #expect(host.proxyCommand?.description == values["proxycommand"], "\(name)")
                let files = host.extra["identityFiles"]?[0]?.stringValue?.description
                #expect(files == nil || files == values["identityfile"], "\(name)")
                let jumps = try #require(try JSONValue(parsing: host.jumpHostIds.wtf8).arrayValue).count
                #expect(jumps == values["proxyjump"].map { $0.split(separator: ",").count } ?? 0, "\(name)")
            }
        }
    }
}
