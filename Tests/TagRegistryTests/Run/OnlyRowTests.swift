import DatabaseKit
import SimulationKit
import TagKit
import TagRegistry
import TagSecurity
import TagSimulator
import Testing
import TimeKit

/// A seat gets another tag, or its own tag again, while other seats wait.
@Suite struct OnlyRowTests {
    /// Rows 1 to 4: row 1 waits, the others have their tags; row 3 is to get another tag, or its own again.
    private static func bench() async throws -> AuditBench {
        let bench = try await AuditBench.written(rows: 4)
        try await bench.file.write { try $0.replace(.main(1), at: noon) }
        return bench
    }

    private static func hold(
        _ number: Int, in bench: inout AuditBench, faults: FaultPlan = FaultPlan()
    ) async throws -> TagResult {
        try await hold(number, in: &bench, faults: faults, database: bench.file.database)
    }

    private static func hold(
        _ number: Int, in bench: inout AuditBench, faults: FaultPlan = FaultPlan(),
        database: any TransactionRunner
    ) async throws -> TagResult {
        let (batch, rows) = try await bench.file.database.read { transaction in
            (try transaction.knownBatch("Main"), try transaction.allRows(of: "Main"))
        }
        return try await bench.box.hold(
            number,
            to: { reader in
                BatchProgrammer(
                    reader, rules: RunRules(batch, onlyRow: 3), rows: rows, database: database,
                    clock: WallClock { noon }, trusting: OriginalityKey.simulated)
            }, faults: faults)
    }

    @Test("a new tag gets the requested row, not the first open one")
    func newTag() async throws {
        var bench = try await Self.bench()
        try bench.box.add()
        let result = try await Self.hold(4, in: &bench)
        #expect(result.outcome == .verified)
        #expect(result.row?.number == 3)
        let rows = try await bench.file.write { try $0.allRows(of: "Main") }
        #expect(rows.map(\.state) == [.open, .verified, .verified, .verified])
    }

    @Test("the seat's own tag is rewritten, or verified if it is already right, without a question")
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

    /// Whether row 3 has its original tag, and all other rows are consistent.
    private static func keepsItsTag(_ bench: AuditBench) async throws -> Bool {
        try await bench.file.write { transaction in
            let (row, tag) = (
                try transaction.knownRow(.main(3)), try transaction.knownTag(hexUID(TagBox.uid(2)))
            )
            let problems = try problemsOfPlaces(transaction)
            return row.state == .verified && row.uid == tag.uid && tag.state == .inUse
                && tag.place == .main(3) && problems.isEmpty
        }
    }

    @Test("the old tag keeps the seat until the new one is read back, whenever the new one is pulled away")
    func leavesAtAnyCommand() async throws {
        for command in 0..<40 {
            var bench = try await Self.bench()
            try bench.box.add()
            let first = try await Self.hold(4, in: &bench, faults: .tagLeaves(beforeCommand: command))
            if first.outcome == .verified {
                #expect(command > 8)
                return
            }
            #expect(try await Self.keepsItsTag(bench), "command \(command)")
            let second = try await Self.hold(4, in: &bench)
            #expect(second.outcome == .verified, "command \(command)")
            let old = try await bench.file.write { try $0.knownTag(hexUID(TagBox.uid(2))) }
            #expect(old.place == nil && old.state == .loose)
            #expect(try await bench.box.message(of: 4) == BatchRow.sample(3).message)
        }
        Issue.record("no command was the last")
    }

    @Test("a new tag that is refused or fails does not affect the old one")
    func refused() async throws {
        var bench = try await Self.bench()
        for (number, code) in [(4, "readOnly"), (5, "nak")] {
            try bench.box.add(defects: number == 5 ? ["worn-page=6"] : [])
            if number == 4 { try await bench.box.lock(4) }
            let result = try await Self.hold(number, in: &bench)
            #expect([code, "verifyFailed"].contains(result.code), "\(result.code ?? "")")
            #expect(try await Self.keepsItsTag(bench))
        }
    }

    @Test(
        "a program that is killed around each entry of the journal leaves the seat with one of the two tags")
    func killed() async throws {
        for kind in [JournalEntry.Kind.begun, .verified] {
            var bench = try await Self.bench()
            try bench.box.add()
            let database = KillingRunner(bench.file.database)
            for _ in 0..<6 where database.killed.count(where: { $0.kind == kind }) < 2 {
                _ = try? await Self.hold(4, in: &bench, database: database)
                let (problems, row) = try await bench.file.write { transaction in
                    (try problemsOfPlaces(transaction), try transaction.knownRow(.main(3)))
                }
                #expect(problems.isEmpty)
                #expect(row.state == .verified)
            }
            #expect(try await Self.hold(4, in: &bench).outcome == .verified)
            #expect(try await bench.file.write { try $0.knownRow(.main(3)).uid } == hexUID(TagBox.uid(4)))
        }
    }
}
