import DatabaseKit
import SimulationKit
import TagKit
import TagRegistry
import TagSecurity
import TagSimulator
import TestSupport
import Testing
import TimeKit

/// A church's Saturday: three hundred seats, a box of tags, some of them bad, and a program that is killed.
@Suite struct SaturdayTests {
    static let seats = 300

    /// The condition of a tag in the box, and the reason why it must be rejected.
    enum Kind: CaseIterable { case good, dud, foreign, locked, counterfeit, clone }

    @Test(
        "at the end each seat has one verified tag, no tag two seats, each fault its reason",
        arguments: longRunSeeds.prefix(3))
    func threeHundred(seed: UInt64) async throws {
        let file = try await RegistryFile.withBatch(rows: Self.seats)
        let database = KillingRunner(file.database)
        var saturday = Saturday(seed: seed)
        try await saturday.fillBox()
        try await saturday.work(file, database)

        let comment = Comment("TAPKIT_SEED=\(seed)")
        let (rows, problems, counts) = try await file.database.read { transaction in
            (
                try transaction.allRows(of: "Main"), try problemsOfPlaces(transaction),
                try transaction.counts(of: "Main")
            )
        }
        #expect(problems == [], comment)
        #expect(counts.verified == Self.seats, comment)
        #expect(Set(rows.compactMap(\.uid)).count == Self.seats, comment)
        let export = try await file.database.read { try $0.export("Main") }
        for (row, exported) in zip(rows, export.rows) {
            let uid = try #require(row.uid)
            #expect(exported.row == row && exported.tag?.uid == uid, comment)
            #expect(exported.tag?.readBackHash == messageHash(row.message), comment)
            let tag = try await file.database.read { try $0.knownTag(uid) }
            let number = try #require(saturday.numberOfUID[uid])
            #expect(try await saturday.box.message(of: number) == row.message, "\(row.seat); \(comment)")
            #expect(tag.readBackHash == messageHash(row.message), comment)
            #expect(tag.url == row.url, comment)
            #expect(
                tag.originality == (saturday.kinds[number] == .counterfeit ? .notGenuine : .genuine), comment)
        }
        try await checkReasons(saturday, file, comment)
        let kinds: Set<JournalEntry.Kind> = [.begun, .verified, .setAside, .left, .released, .doubled]
        #expect(
            Set(database.killed.filter { $0.moment == .before }.map(\.kind)).isSuperset(of: kinds), comment)
        #expect(
            Set(database.killed.filter { $0.moment == .behind }.map(\.kind)).isSuperset(of: kinds), comment)
    }

    /// Every rejected tag has an entry with the reason.
    private func checkReasons(_ saturday: Saturday, _ file: RegistryFile, _ comment: Comment) async throws {
        let aside = try await file.database.read {
            try $0.journal(batch: "Main", kind: .setAside, limit: 5_000)
        }
        let left = try await file.database.read { try $0.journal(batch: "Main", kind: .left, limit: 5_000) }
        #expect((aside + left).allSatisfy { $0.failure?.words.isEmpty == false }, comment)
        let reasons = Dictionary(grouping: aside, by: { $0.uid ?? "" }).mapValues {
            Set($0.compactMap(\.failure?.code))
        }
        for number in saturday.tried.sorted() {
            let wanted: Set<String>? =
                switch saturday.kinds[number] {
                case .good, .counterfeit: nil
                case .dud: ["nak", "verifyFailed"]
                case .foreign: ["holdsAnotherMessage"]
                case .locked: ["readOnly"]
                // If the first chip with that UID never got a seat, the copy did.
                case .clone: saturday.isFirst(number) ? nil : ["doubledUID"]
                }
            guard let wanted else { continue }
            let found = reasons[hexUID(saturday.uids[number])] ?? []
            #expect(!found.isDisjoint(with: wanted), "\(saturday.kinds[number]): \(found); \(comment)")
        }
        #expect(left.count > 2, comment)
    }
}

/// One run through the box.
struct Saturday {
    var box = TagBox()
    private(set) var kinds: [SaturdayTests.Kind] = []
    private(set) var uids: [[UInt8]] = []
    /// The number of each UID's first tag.
    private(set) var numberOfUID: [String: Int] = [:]
    /// The tags that were processed completely at least once.
    private(set) var tried: Set<Int> = []
    private var random: SeededGenerator

    /// Whether this tag is the first one with its UID.
    func isFirst(_ number: Int) -> Bool { numberOfUID[hexUID(uids[number])] == number }

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    /// One tag in thirty is a dud, and one in forty is foreign, locked or counterfeit. Three copies come
    /// late.
    mutating func fillBox() async throws {
        for number in 0..<SaturdayTests.seats + 60 {
            let draw = Double.random(in: 0..<1, using: &random)
            var kind = SaturdayTests.Kind.good
            if draw < 1.0 / 30 {
                kind = .dud
            } else if draw < 1.0 / 30 + 1.0 / 40 {
                kind = [.foreign, .locked, .counterfeit][Int.random(in: 0..<3, using: &random)]
            }
            try await add([100, 150, 200].contains(number) ? .clone : kind)
        }
    }

    private mutating func add(_ kind: SaturdayTests.Kind) async throws {
        let number = box.tags.count
        let copied = kinds[..<max(0, number - 40)].lastIndex(of: .good)
        let uid = kind == .clone ? uids[copied ?? 0] : TagBox.uid(number)
        // Pages whose bytes the URL changes: a stuck page that does not need to change is not a fault.
        let page = Int.random(in: 5...12, using: &random)
        let defect = Bool.random(using: &random) ? "worn-page=\(page)" : "stuck-page=\(page)"
        try box.add(
            uid: uid, defects: kind == .dud ? [defect] : kind == .counterfeit ? ["no-signature"] : [])
        switch kind {
        case .foreign: try await box.write("https://example.org/menu", to: number)
        case .locked: try await box.lock(number)
        case .good, .dud, .counterfeit, .clone: break
        }
        kinds.append(kind)
        uids.append(uid)
        numberOfUID[hexUID(uid)] = numberOfUID[hexUID(uid)] ?? number
    }

    /// Presents tags until every row has one. A tag that was pulled away, or at which the program was killed,
    /// is presented again now or later, and sometimes never.
    mutating func work(_ file: RegistryFile, _ database: KillingRunner) async throws {
        var pile = Array(box.tags.indices)
        let (batch, rows) = try await file.database.read {
            (try $0.knownBatch("Main"), try $0.allRows(of: "Main"))
        }
        while try await file.database.read({ try $0.counts(of: "Main").verified }) < SaturdayTests.seats {
            let number = try #require(pile.isEmpty ? nil : pile.removeFirst(), "the box is empty")
            do {
                let result = try await box.hold(
                    number,
                    to: { reader in
                        BatchProgrammer(
                            reader, rules: RunRules(batch), rows: rows, database: database,
                            clock: WallClock { noon }, trusting: OriginalityKey.simulated)
                    }, faults: fault())
                switch result.outcome {
                case .left, .notRead: putBack(number, in: &pile)
                case .verified:
                    numberOfUID[hexUID(uids[number])] = number
                    tried.insert(number)
                case .setAside, .doneAlready: tried.insert(number)
                case .noRowLeft: return
                }
            } catch is Killed {
                putBack(number, in: &pile)
            }
        }
    }

    private mutating func fault() -> FaultPlan {
        guard Int.random(in: 0..<20, using: &random) == 0 else { return FaultPlan() }
        let moment = Int.random(in: 0..<18, using: &random)
        guard Bool.random(using: &random) else { return .tagLeaves(beforeCommand: moment) }
        let tear = [TornWrite.old, .new, .garbage(seed: random.next())][Int.random(in: 0..<3, using: &random)]
        return .tagLeaves(withinPageWrite: moment % 13, leaving: tear)
    }

    /// Half of them at once, a third later, the others never.
    private mutating func putBack(_ number: Int, in pile: inout [Int]) {
        switch Int.random(in: 0..<6, using: &random) {
        case 0...2: pile.insert(number, at: 0)
        case 3, 4: pile.insert(number, at: min(pile.count, Int.random(in: 0..<40, using: &random)))
        // A good tag can be lost, such as under a table. A bad one is always tried, so that its reason is
        // recorded.
        default: if kinds[number] != .good { pile.insert(number, at: 0) }
        }
    }
}
