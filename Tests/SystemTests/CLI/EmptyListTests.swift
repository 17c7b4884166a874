import Foundation
import TestSupport
import Testing

/// The message for a list whose rows are all hidden by its options.
@Suite struct EmptyListTests {
    /// Lists whose options hide all rows, each with the plural noun of its message.
    static let lists = [
        ("gift list --org Hope", "gifts"), ("gift list --after $(cat gift)", "gifts"),
        ("donor list --org Hope", "donors"), ("donor list --after $(cat donor)", "donors"),
        ("recurring list --org Hope", "monthly gifts"),
        ("recurring list --donor b@example.org", "monthly gifts"),
        ("payment list --state canceled", "payments"), ("payout list --org Hope", "payouts"),
        ("contract list --org Hope", "contracts"), ("contract list --status disputed", "contracts"),
        ("booking payees --org Hope", "payees"), ("booking payees --after $(cat payee)", "payees"),
        ("dependent list --org Hope", "dependents"), ("receipt series --org Hope", "receipts"),
        ("ledger late --org Grace --month 2025-12", "changes"), ("stats --org Hope", "gifts"),
        ("audit-log list --refused", "rows"), ("audit-log list --since 2026-02-01", "rows"),
        ("managed list --batch Main", "managed tags"),
        ("org list --after Hope", "organizations"), ("ledger balances --prefix none", "accounts"),
        ("processor events --type charge.refunded", "events"),
    ]

    @Test("a list says when its options hide all rows")
    func hidden() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "empty-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func run(_ line: String) async throws -> ProgramRun {
            try await ProgramRun.shell(line, in: folder, environment: ["TAPCTL_NOW": "2026-01-05T09:00:00Z"])
        }
        let setUp = try await run(
            """
            set -e
            tapctl org add Grace --name Grace; tapctl fund add 12 --org Grace --name F
            tapctl org add Hope --name Hope
            give="tapctl gift make --org Grace --amount 50 --method pm_card_visa --json"
            $give --recurring --name A --email a@example.org
            $give --name B --email b@example.org
            tapctl gift list --json | jq -r '.data[-1].id' > gift
            tapctl donor list --json | jq -r '.data[-1].id' > donor
            tapctl booking enroll Dana --org Grace --time-zone America/Chicago --json | jq -r .id > payee
            tapctl booking onboard $(cat payee)
            tapctl batch new Main --count 2 --place Lobby --org Grace
            """)
        #expect(setUp.exitCode == 0, "\(setUp.standardError)")
        for (list, plural) in Self.lists {
            let shown = try await run("tapctl \(list)")
            let sentence = "no \(plural) match these options\n"
            #expect(shown.standardOutput == sentence, "\(list): \(shown.standardError)")
        }
        let funds = try await run("tapctl fund list --org Hope")
        #expect(funds.standardOutput == "this organization has no funds; `tapctl fund add` adds one\n")
        let jobs = try await run("tapctl booking list $(cat payee)")
        #expect(jobs.standardOutput == "this payee has no jobs; paying a quote creates one\n")
    }
}
