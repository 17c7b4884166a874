import Foundation
import TestSupport
import Testing

/// Runs every giving command over a socket, with a processor that another process serves.
@Suite(.serialized) struct ServedProcessorTests {
    @Test("the steps of docs/giving.md work over HTTP as they are printed")
    func walkOfTheManual() async throws {
        let file = SharedFixtures.projectFolder.appending(path: "docs/giving.md")
        let page = try String(contentsOf: file, encoding: .utf8)
        let section = page.components(separatedBy: "## A processor over HTTP\n")[1]
        let walk = section.components(separatedBy: "```sh\n")[1].components(separatedBy: "```")[0]
        let run = try await Self.shell(Self.guarded(walk + "ls data\n"))
        #expect(run.exitCode == 0, "\(run.standardOutput)\(run.standardError)")
        #expect(run.standardOutput.contains("balanced"))
        #expect(run.standardOutput.hasSuffix("tapctl.sqlite\n"), "the folder holds our file alone")
        let list = run.standardOutput.split(separator: "\n").filter { $0.hasPrefix("rec_") }
        #expect(list.count == 1 && list[0].hasSuffix("active"), "\(list)")
    }

    @Test("moving the processor's clock by a month moves gifts by a month, over HTTP and in process")
    func months() async throws {
        let run = try await Self.served(
            """
            for there in "" $TAPCTL_PROCESSOR; do
                export TAPCTL_PROCESSOR=$there TAPCTL_HOME=$PWD/data$there
                test "$there" && export TAPCTL_HOME=$PWD/other
                tapctl org add Grace --name Grace >/dev/null
                tapctl fund add 12 --org Grace --name Missions >/dev/null
                tapctl gift make --org Grace --amount 10 --recurring --method pm_card_visa --name A \
                    --email a@example.org >/dev/null
                sleep 1
                tapctl gift list >/dev/null # reads what has happened so far
                tapctl processor clock advance 70d >/dev/null
                tapctl recurring list --json | jq -r '.data[0].paid_periods'
                tapctl gift list --json | jq -r '.data | length'
                tapctl payout run --json | jq -r '.data[0].amount_minor'
                tapctl ledger check --json | jq -r .balanced
            done
            """)
        let once = ["3", "3", "2823", "true"]
        #expect(
            run.standardOutput.split(separator: "\n").map(String.init) == once + once,
            "\(run.standardOutput)\(run.standardError)")
    }

    @Test("commands that involve the donor, the bank or the books work the same over HTTP as in process")
    func everyCommand() async throws {
        let run = try await Self.served(
            """
            tapctl org add Grace --name Grace
            tapctl fund add 12 --org Grace --name Missions
            give="tapctl gift make --org Grace --name A --email a@example.org --json"
            $give --amount 30 --method pm_card_authenticationRequired --challenge passed | jq -r .status
            $give --amount 31 --method pm_card_visa_chargeDeclined >declined || echo "exit $?"
            id=$(jq -r .id declined)
            tapctl gift retry $id --method pm_card_visa --json | jq -r .status
            $give --amount 32 --method pm_card_bypassPending > paid
            tapctl gift refund $(jq -r .id paid) --amount 2 --json | jq -r .status
            $give --amount 33 --recurring --method pm_card_visa > monthly
            tapctl recurring change $(jq -r .recurring monthly) --amount 35 --json | jq -r .amount_minor
            tapctl recurring pause $(jq -r .recurring monthly) --json | jq -r .status
            tapctl org add Late --name Late --no-onboard >/dev/null
            tapctl org onboard Late --outcome pending_verification --json | jq -r .onboarding
            tapctl processor clock advance 5d >/dev/null
            tapctl payment reconcile --json | jq -r '.calls_left + .unanswered'
            tapctl payout run --org Grace >/dev/null
            tapctl payout match $(tapctl payout list --json | jq -r '.data[0].id') >/dev/null && echo matches
            tapctl donor forget a@example.org --yes >/dev/null
            tapctl ledger check --json | jq -r .balanced
            tapctl processor events --limit 1 --json | jq -r '.data | length'
            tapctl demo | tail -1
            """)
        let lines = run.standardOutput.split(separator: "\n").map(String.init)
        let wanted = [
            "succeeded", "exit 77", "succeeded", "partially_refunded", "3500", "paused",
            "pending_verification",
            "0", "matches", "true", "1",
        ]
        #expect(lines.filter(wanted.contains) == wanted, "\(run.standardOutput)\(run.standardError)")
    }

    @Test("refuses the wrong processor, whether it is a server or the folder's own")
    func otherProcessor() async throws {
        let run = try await Self.served(
            """
            tapctl org add Grace --name Grace >/dev/null
            tapctl payment reconcile >/dev/null && echo here
            TAPCTL_PROCESSOR= tapctl payment reconcile 2>&1 || echo "exit $?"
            TAPCTL_PROCESSOR= tapctl org add Own --name Own --data own >/dev/null
            tapctl gift list --data own 2>&1 || echo "exit $?"
            """)
        let text = run.standardOutput
        #expect(
            text.contains("here\nerror: this data uses accounts that the folder's own processor"), "\(text)")
        #expect(text.components(separatedBy: "exit 78").count == 3, "\(text)\(run.standardError)")
    }

    @Test("a processor's file and the server for it show the same accounts and books when used in turn")
    func bothDoors() async throws {
        // The same file: once by the folder's own processor, and once by the server in front of it.
        let run = try await Self.served(
            """
            TAPCTL_PROCESSOR= tapctl org add Grace --name Grace --data processor >/dev/null
            TAPCTL_PROCESSOR= tapctl fund add 12 --org Grace --name Missions --data processor >/dev/null
            give="tapctl gift make --org Grace --name A --email a@example.org --method pm_card_visa --data processor"
            TAPCTL_PROCESSOR= $give --amount 20 --json | jq -r .status
            $give --amount 21 --json | jq -r .status
            tapctl ledger check --data processor --json | jq -r .balanced
            tapctl processor events --type payment_intent.succeeded --json | jq -r '.data | length'
            """)
        #expect(
            run.standardOutput.split(separator: "\n") == ["succeeded", "succeeded", "true", "2"],
            "\(run.standardOutput)\(run.standardError)")
    }

    // MARK: A server for a script

    private struct Run {
        var standardOutput: String
        var standardError: String
        var exitCode: Int32
    }

    /// Runs a script with the URL of a served processor in `$TAPCTL_PROCESSOR`.
    private static func served(_ script: String) async throws -> Run {
        try await shell(
            guarded(
                """
                tapctl processor serve --data processor --port 12111 &
                export TAPCTL_PROCESSOR=http://127.0.0.1:12111
                \(script)
                """))
    }

    /// The script with a free port. It continues when the server listens, stops at its first failure, and
    /// then ends the server.
    private static func guarded(_ script: String) throws -> String {
        let port = try freePort()
        let lines = script.replacingOccurrences(of: "12111", with: "\(port)")
            .replacingOccurrences(
                of: "--port \(port) &",
                with: """
                    --port \(port) >listening &
                    server=$!
                    trap 'kill $server' EXIT
                    until grep -q listening listening; do sleep 0.05; done
                    """)
        return "set -e\n" + lines
    }

    private static func shell(_ script: String) async throws -> Run {
        let folder = FileManager.default.temporaryDirectory.appending(path: "served-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let run = try await ProgramRun.shell(script, in: folder, limit: .seconds(120))
        return Run(
            standardOutput: run.standardOutput, standardError: run.standardError,
            exitCode: run.exitCode)
    }

    /// A port without a listener.
    private static func freePort() throws -> UInt16 {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(socket) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bare in
                bind(socket, bare, length) == 0 ? getsockname(socket, bare, &length) : -1
            }
        }
        try #require(status == 0, "no port is free")
        return UInt16(bigEndian: address.sin_port)
    }
}
