import Foundation
import TestSupport
import Testing

/// After an unknown cursor, a list must not start again or appear to be at its end.
@Suite struct UnknownCursorTests {
    /// Lists with `--after`, and cursors that are in none of these lists.
    static let lists = [
        "gift list", "gift list --status succeeded --format csv", "donor list",
        "donor list --org Hope --format csv", "recurring list", "recurring list --org Grace", "payment list",
        "payment list --state succeeded", "payout list", "payout list --org Hope --format csv",
        "outbox list", "outbox list --all", "contract list", "contract list --org Grace", "booking payees",
        "booking payees --org Grace", "booking list $(cat payee)", "earnings $(cat payee) --list",
    ]
    static let unknown = ["none", "gift_0", "''"]
    static let sentence = "error: --after is not an id in this list\n"

    /// Cursors that are in another list, and numbers that do not exist.
    static let others = [
        "gift list --org Hope --after $(cat gift)", "donor list --org Hope --after $(cat donor)",
        "booking payees --org Hope --after $(cat payee)", "receipt list --after T-Grace-2026-000099",
        "receipt list --org Hope --after T-Grace-2026-000001", "receipt list --after zzz",
        "gift list --email b@example.org --after $(cat gift)",
        "receipt list --year 2025 --after T-Grace-2026-000001", "ledger export --after 99",
        "ledger export --after=-1 --json",
    ]

    @Test("an unknown cursor is refused, even if it is another organization's id")
    func refused() async throws {
        try await Self.withGifts { run in
            let lines = Self.lists.flatMap { list in Self.unknown.map { "\(list) --after \($0)" } }
            for line in lines + Self.others {
                let refused = try await run("tapctl \(line)")
                #expect(refused.exitCode == 66, "\(line): \(refused.standardError)")
                #expect(refused.standardError.hasPrefix(Self.sentence), "\(line): \(refused.standardError)")
                let isJSON = line.hasSuffix("--json")
                #expect(refused.standardOutput.contains("unknownCursor") == isJSON, "\(line)")
                #expect(refused.standardOutput.isEmpty != isJSON, "\(line)")
            }
        }
    }

    @Test("an unknown payee is reported as such, not as an entry that the list lacks")
    func unknownPayee() async throws {
        try await Self.withGifts { run in
            for line in ["booking list drv_none --after x", "earnings drv_none --list --after x"] {
                let refused = try await run("tapctl \(line)")
                #expect(refused.exitCode == 66, "\(line): \(refused.standardError)")
                #expect(refused.standardError.contains("drv_none"), "\(line): \(refused.standardError)")
            }
        }
    }

    @Test("a list continues after a cursor that is in it, and the beginning of an id is enough")
    func continued() async throws {
        try await Self.withGifts { run in
            for list in ["gift list", "donor list", "payment list"] {
                let last = "tapctl \(list) --limit 1 --json | jq -r '.data[0].id'"
                for cut in ["cat", "head -c 18"] {
                    let rest = try await run(
                        "tapctl \(list) --json --after $(\(last) | \(cut)) | jq '.data | length'")
                    #expect(rest.standardOutput == "1\n", "\(list), \(cut): \(rest.standardError)")
                }
            }
            let booked = try await run("tapctl ledger export --after 1 | cut -d, -f1 | head -1")
            #expect(booked.standardOutput == "2\n")
        }
    }

    /// A folder with a gift to each of two organizations, and a payee of one; `gift`, `donor` and `payee`
    /// hold its ids.
    private static func withGifts(_ work: (_ run: (String) async throws -> ProgramRun) async throws -> Void)
        async throws
    {
        let folder = FileManager.default.temporaryDirectory.appending(path: "cursors-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func run(_ line: String) async throws -> ProgramRun {
            try await ProgramRun.shell(line, in: folder, environment: ["TAPCTL_NOW": "2026-01-05T09:00:00Z"])
        }
        let setUp = try await run(
            """
            set -e
            for org in Grace Hope; do tapctl org add $org --name $org; tapctl fund add 12 --org $org --name F; done
            give="tapctl gift make --amount 50 --method pm_card_visa --json"
            $give --org Grace --name A --email a@example.org > made
            $give --org Hope --name B --email b@example.org
            jq -r .id made > gift; jq -r .donor made > donor
            tapctl booking enroll Dana --org Grace --time-zone America/Chicago --json | jq -r .id > payee
            tapctl booking onboard $(cat payee)
            """)
        #expect(setUp.exitCode == 0, "\(setUp.standardError)")
        try await work(run)
    }
}
