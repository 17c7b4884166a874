import DatabaseKit
import TagKit
import TagRegistry
import TagSecurity
import TagSimulator
import Testing
import TimeKit

/// A seat gets another tag, or its own anew, while others wait.
@Suite struct OnlyRowTests {
    /// Rows 1 to 4, of which 1 waits and the others have their tags; row 3 is to get another.
    private static func bench() async throws -> AuditBench {
        let bench = try await AuditBench.written(rows: 4)
        try await bench.file.write { unit in
            try unit.replace(.main(1), at: noon)
            try unit.replace(.main(3), at: noon)
        }
        return bench
    }

    private static func hold(_ number: Int, in bench: inout AuditBench) async throws -> TagResult {
        let (batch, rows) = try await bench.file.database.read { unit in
            (try unit.knownBatch("Main"), try unit.allRows(of: "Main"))
        }
        let file = bench.file
        return try await bench.box.hold(
            number,
            to: { reader in
                TagStation(
                    reader, rules: RunRules(batch, onlyRow: 3), rows: rows, units: file.database,
                    clock: WallClock { noon }, trusting: OriginalityKey.simulated)
            })
    }

    @Test("a new tag gets the row that was asked for, and not the first that waits")
    func newTag() async throws {
        var bench = try await Self.bench()
        try bench.box.add()
        let result = try await Self.hold(4, in: &bench)
        #expect(result.outcome == .verified)
        #expect(result.row?.number == 3)
        let rows = try await bench.file.write { try $0.allRows(of: "Main") }
        #expect(rows.map(\.state) == [.open, .verified, .verified, .verified])
    }

    @Test("the tag that it had is written anew without a question, or found to hold it")
    func sameTag() async throws {
        var bench = try await Self.bench()
        try await bench.box.write("https://example.org/menu", to: 2)
        #expect(try await Self.hold(2, in: &bench).outcome == .verified)
        #expect(try await bench.box.message(of: 2) == BatchRow.sample(3).message)
    }

    @Test("the tag of another seat stays that seat's")
    func otherSeat() async throws {
        var bench = try await Self.bench()
        guard case .setAside(let failure) = try await Self.hold(1, in: &bench).outcome else {
            Issue.record("the tag of A2 was taken")
            return
        }
        #expect(failure.code == "tagPlaced")
        let tag = try await bench.file.write { try $0.knownTag(hexUID(TagBox.uid(1))) }
        #expect(tag.place == .main(2))
    }
}
