import DatabaseKit
import SimulationKit
import TagRegistry
import TestSupport
import Testing
import TimeKit

@Suite struct WritingTests {
    static let chip = (uid: "04AA", product: "NTAG213")
    static let other = (uid: "04BB", product: "NTAG213")

    @Test("a started tag keeps its row after the program is killed, and another tag gets the next row")
    func begunTagKeepsItsRow() async throws {
        let file = try await RegistryFile.withBatch(rows: 3)
        try await file.write { transaction in _ = try transaction.begin(Self.chip, for: .main(1), at: noon) }
        // The state that the next program finds.
        let next = try file.openedAgain()
        let (mine, others, counts) = try await next.read { transaction in
            (
                try transaction.nextRow(of: "Main", for: Self.chip.uid)?.number,
                try transaction.nextRow(of: "Main", for: Self.other.uid)?.number,
                try transaction.counts(of: "Main")
            )
        }
        #expect(mine == 1)
        #expect(others == 2)
        #expect(counts == BatchCounts(writing: 1, open: 2))
    }

    @Test("the journal contains a tag's whole history, newest first")
    func historyIsWhole() async throws {
        let file = try await RegistryFile.withBatch(rows: 1)
        let (history, tag, row) = try await file.write { transaction in
            try transaction.begin(Self.chip, for: .main(1), at: noon, reader: "libnfc:a")
            for kind in [JournalEntry.Kind.written, .protecting, .protected] {
                try transaction.note(kind, of: "04AA", at: noon)
            }
            let row = try transaction.finish(
                WrittenTag(uid: "04AA", readBackHash: "ff", originality: .genuine), at: noon)
            return (try transaction.journal(uid: "04AA", limit: 9), try transaction.knownTag("04AA"), row)
        }
        #expect(history.map(\.kind) == [.verified, .protected, .protecting, .written, .begun])
        #expect(history.last?.reader == "libnfc:a")
        #expect(history.last?.url == row.url)
        #expect(tag.lock == .password)
        #expect(tag.secretOf == "Main")
        #expect(tag.state == .inUse)
        #expect(tag.originality == .genuine)
        #expect(row.state == .verified)
    }

    @Test("before a password is set, records that the tag may require it")
    func protectingIsKept() async throws {
        let file = try await RegistryFile.withBatch(rows: 1)
        let tag = try await file.write { transaction in
            try transaction.begin(Self.chip, for: .main(1), at: noon)
            try transaction.note(.protecting, of: "04AA", at: noon)
            return try transaction.knownTag("04AA")
        }
        #expect(tag.lock == .protecting)
        #expect(tag.secretOf == "Main")
    }

    @Test("refuses a second tag for a row, and a second row for a tag")
    func oneTagOneRow() async throws {
        let file = try await RegistryFile.withBatch(rows: 2)
        try await file.write { transaction in _ = try transaction.begin(Self.chip, for: .main(1), at: noon) }
        await #expect(throws: RegistryError(.rowTaken, "1 (A1)")) {
            try await file.write { try $0.begin(Self.other, for: .main(1), at: noon) }
        }
        await #expect(
            throws: RegistryError(.tagPlaced, "04AA", wanted: "its seat is in row 1 of the batch Main")
        ) {
            try await file.write { try $0.begin(Self.chip, for: .main(2), at: noon) }
        }
    }

    @Test("a rejected tag leaves its row open, with the reason")
    func setAside() async throws {
        let file = try await RegistryFile.withBatch(rows: 1)
        let failure = BatchFailure("locked", "the tag is locked")
        let (row, tag, counts, entries) = try await file.write { transaction in
            try transaction.begin(Self.chip, for: .main(1), at: noon)
            try transaction.setAside(Self.chip, from: .main(1), failure, at: noon)
            try transaction.setAside(nil, from: .main(1), BatchFailure("twoTags", "two tags"), at: noon)
            return (
                try transaction.knownRow(.main(1)), try transaction.knownTag("04AA"),
                try transaction.counts(of: "Main"),
                try transaction.journal(batch: "Main", kind: .setAside, limit: 9)
            )
        }
        #expect(row.state == .open)
        #expect(row.uid == nil)
        #expect(row.failure?.code == "twoTags")
        #expect(tag.state == .loose)
        #expect(counts == BatchCounts(open: 1, setAside: 2))
        #expect(entries.map(\.failure?.code) == ["twoTags", "locked"])
        #expect(entries.last?.uid == "04AA")
    }

    @Test("rejecting a stranger does not affect the tag that is being written for the row")
    func setAsideOfAStranger() async throws {
        let file = try await RegistryFile.withBatch(rows: 1)
        let row = try await file.write { transaction in
            try transaction.begin(Self.chip, for: .main(1), at: noon)
            try transaction.setAside(Self.other, from: .main(1), BatchFailure("foreign", "…"), at: noon)
            return try transaction.knownRow(.main(1))
        }
        #expect(row.state == .writing)
        #expect(row.uid == "04AA")
    }

    @Test("a released row takes another tag, and the started tag takes another row")
    func release() async throws {
        let file = try await RegistryFile.withBatch(rows: 2)
        let (rows, problems) = try await file.write { transaction in
            try transaction.begin(Self.chip, for: .main(1), at: noon)
            try transaction.release(.main(1), at: noon)
            try transaction.begin(Self.other, for: .main(1), at: noon)
            try transaction.begin(Self.chip, for: .main(2), at: noon)
            return (try transaction.allRows(of: "Main").map(\.uid), try problemsOfPlaces(transaction))
        }
        #expect(rows == ["04BB", "04AA"])
        #expect(problems.isEmpty)
    }

    @Test("undo releases one tag after another, the last one first, and no locked one")
    func undo() async throws {
        let file = try await RegistryFile.withBatch(rows: 2)
        let (first, second) = try await file.write { transaction in
            for (chip, number) in [(Self.chip, 2), (Self.other, 1)] {
                try transaction.begin(chip, for: .main(number), at: noon)
                try transaction.finish(WrittenTag(uid: chip.uid, readBackHash: ""), at: noon)
            }
            return (try transaction.undo("Main", at: noon), try transaction.undo("Main", at: noon))
        }
        #expect([first.number, second.number] == [1, 2])
        await #expect(throws: RegistryError(.nothingToUndo, "Main")) {
            try await file.write { try $0.undo("Main", at: noon) }
        }
        await #expect(throws: RegistryError(.locked, "04AA")) {
            try await file.write { transaction in
                try transaction.begin(Self.chip, for: .main(1), at: noon)
                try transaction.finish(WrittenTag(uid: "04AA", readBackHash: ""), at: noon)
                try transaction.note(.locking, of: "04AA", at: noon)
                try transaction.undo("Main", at: noon)
            }
        }
    }

    @Test("no order of steps puts a tag in two places")
    func anyOrder() async throws {
        let file = try await RegistryFile.withBatch(rows: 4)
        for seed in propertySeeds {
            await #expect(throws: Outcome(problems: []), "TAPKIT_SEED=\(seed)") {
                // A step that throws is rolled back. Every seed begins with the same four rows.
                try await file.write { throw Outcome(problems: try Self.walk(in: $0, seed: seed)) }
            }
        }
    }

    struct Outcome: Error, Equatable { var problems: [String] }

    /// The inconsistencies after some steps.
    static func walk(in transaction: Transaction, seed: UInt64) throws -> [String] {
        var random = SeededGenerator(seed: seed)
        for step in 0..<Int.random(in: 1...24, using: &random) {
            let chip = (uid: "04A\(Int.random(in: 0..<5, using: &random))", product: "NTAG213")
            let place = TagPlace.main(Int.random(in: 1...4, using: &random))
            do {
                switch Int.random(in: 0..<8, using: &random) {
                case 0, 1:
                    guard let row = try transaction.nextRow(of: "Main", for: chip.uid) else { break }
                    try transaction.begin(chip, for: .main(row.number), at: noon)
                case 2: try transaction.begin(chip, for: place, at: noon)
                case 3: try transaction.finish(WrittenTag(uid: chip.uid, readBackHash: "\(step)"), at: noon)
                case 4: try transaction.setAside(chip, from: place, BatchFailure("x", "x"), at: noon)
                case 5: try transaction.release(place, at: noon)
                case 6: try transaction.undo("Main", at: noon)
                default: try transaction.replace(place, at: noon)
                }
            } catch is RegistryError {}
        }
        return try problemsOfPlaces(transaction)
    }

    @Test("programs that run at the same time give every row one tag")
    func racingPrograms() async throws {
        let file = try await RegistryFile.withBatch(rows: 40)
        let programs = try (0..<4).map { _ in try file.openedAgain() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, program) in programs.enumerated() {
                group.addTask {
                    for tag in 0..<10 {
                        let chip = (uid: "04\(number)\(tag)", product: "NTAG213")
                        try await program.write { transaction in
                            guard let row = try transaction.nextRow(of: "Main", for: chip.uid) else { return }
                            try transaction.begin(chip, for: .main(row.number), at: noon)
                        }
                        try await program.write { transaction in
                            _ = try transaction.finish(WrittenTag(uid: chip.uid, readBackHash: ""), at: noon)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        let (counts, problems, entries) = try await file.database.read { transaction in
            (
                try transaction.counts(of: "Main"), try problemsOfPlaces(transaction),
                try transaction.journalCount(batch: "Main", kind: .verified)
            )
        }
        #expect(counts == BatchCounts(verified: 40))
        #expect(problems.isEmpty)
        #expect(entries == 40)
    }
}
