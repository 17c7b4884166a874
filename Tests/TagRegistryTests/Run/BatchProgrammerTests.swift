import SimulationKit
import TagDumps
import TagKit
import TagRegistry
import TagSecurity
import TagSimulator
import TestSupport
import Testing
import TextKit
import TimeKit

@Suite struct BatchProgrammerTests {
    /// Holds the tags of a box to a reader, one after another.
    static func hold(
        _ box: inout TagBox, _ numbers: [Int]? = nil, in file: RegistryFile, overwrites: Bool = false,
        genuineOnly: Bool = false, faults: FaultPlan = FaultPlan(), mayReplace: Bool = false
    ) async throws -> [TagResult] {
        var results: [TagResult] = []
        for number in numbers ?? Array(box.tags.indices) {
            let station = try await file.station(
                DirectReader(VirtualField()), overwrites: overwrites, genuineOnly: genuineOnly)
            results.append(
                try await box.hold(
                    number, to: { station.at($0) }, faults: faults, mayReplace: mayReplace))
        }
        return results
    }

    @Test("each tag gets the next row and its URL")
    func writes() async throws {
        let file = try await RegistryFile.withBatch(rows: 2)
        var box = TagBox()
        for _ in 0..<2 { try box.add() }
        let results = try await Self.hold(&box, in: file)
        #expect(results.map(\.outcome) == [.verified, .verified])
        #expect(results.map(\.row?.seat) == ["A1", "A2"])
        #expect(results[0].pagesWritten > 0)
        let row = try #require(results[0].row)
        #expect(try await box.message(of: 0) == row.message)
        let tag = try await file.write { try $0.knownTag("04112233440000") }
        #expect(tag.readBackHash == messageHash(row.message))
        #expect(tag.originality == .genuine)
        #expect(tag.signature == Hex.lower(box.tags[0].image.signature))
        #expect(tag.state == .inUse)
    }

    @Test("an NTAG 424 DNA is accepted if the batch is for it, and otherwise rejected by name")
    func ntag424() async throws {
        for (products, isTaken) in [(["NTAG 424 DNA"], true), (["NTAG213"], false)] {
            let file = try await RegistryFile.withBatch(rows: 1)
            try await file.write { transaction in
                var batch = try transaction.knownBatch("Main")
                batch.products = products
                try transaction.save(batch)
            }
            var box = TagBox()
            try box.add("NTAG 424 DNA")
            let results = try await Self.hold(&box, in: file, genuineOnly: true)
            let result = try #require(results.first)
            #expect(result.product == "NTAG 424 DNA")
            guard isTaken else {
                guard case .setAside(let failure) = result.outcome else {
                    Issue.record("\(result.outcome)")
                    continue
                }
                #expect(failure.code == "wrongProduct" && failure.words.contains("NTAG 424 DNA"))
                continue
            }
            #expect(result.outcome == .verified && result.originality == .genuine(.simulator424))
            #expect(try await box.message(of: 0) == result.row?.message)
        }
    }

    @Test("a tag that is done is recognised and not written again")
    func doneAlready() async throws {
        let file = try await RegistryFile.withBatch(rows: 2)
        var box = TagBox()
        try box.add()
        let results = try await Self.hold(&box, [0, 0], in: file)
        #expect(results.map(\.outcome) == [.verified, .doneAlready])
        #expect(results[1].row?.seat == "A1")
        #expect(results[1].pagesWritten == 0)
    }

    @Test("two chips with one UID: the second is a flag, not a tag that is done")
    func doubledUID() async throws {
        let file = try await RegistryFile.withBatch(rows: 2)
        var box = TagBox()
        try box.add()
        try box.add(uid: TagBox.uid(0))
        let results = try await Self.hold(&box, in: file)
        #expect(results[1].code == "doubledUID")
        #expect(try await box.message(of: 1) == [])
        let (tag, row) = try await file.write {
            (try $0.knownTag("04112233440000"), try $0.knownRow(.main(1)))
        }
        #expect(tag.isDoubled)
        #expect(tag.place == .main(1))
        #expect(row.state == .verified)
    }

    @Test("a tag of another batch is not changed")
    func elsewhere() async throws {
        let file = try await RegistryFile.withBatch(rows: 1)
        try await file.write { transaction in
            try transaction.save(Batch(name: "Lobby", created: noon))
            try transaction.save(BatchRow.sample(1, of: "Lobby"))
            try transaction.begin(
                ("04112233440000", "NTAG213"), for: TagPlace(batch: "Lobby", row: 1), at: noon)
        }
        var box = TagBox()
        try box.add()
        #expect(try await Self.hold(&box, in: file).map(\.code) == ["tagPlaced"])
        #expect(try await box.message(of: 0) == [])
    }

    @Test(
        "a tag that holds something else is asked about, and kept unless a person or --overwrite says so",
        arguments: [(false, false, "holdsAnotherMessage"), (true, false, nil), (false, true, nil)])
    func holdsSomethingElse(mayReplace: Bool, overwrites: Bool, code: String?) async throws {
        let file = try await RegistryFile.withBatch(rows: 1)
        var box = TagBox()
        try box.add()
        try await box.write("https://example.org/menu", to: 0)
        let held = try await box.message(of: 0)
        let result = try await Self.hold(&box, in: file, overwrites: overwrites, mayReplace: mayReplace)
        #expect(result.map(\.code) == [code])
        #expect(try await (box.message(of: 0) == held) == (code != nil))
        let row = try await file.write { try $0.knownRow(.main(1)) }
        #expect(row.state == (code == nil ? .verified : .open))
        #expect(row.failure?.code == code)
    }

    @Test("a locked tag is rejected with the reason, and the next tag gets its row")
    func locked() async throws {
        let file = try await RegistryFile.withBatch(rows: 1)
        var box = TagBox()
        for _ in 0..<2 { try box.add() }
        try await box.lock(0)
        let results = try await Self.hold(&box, in: file)
        #expect(results.map(\.code) == ["readOnly", nil])
        #expect(results[1].row?.seat == "A1")
    }

    @Test(
        "a chip of another kind, or one too small, is set aside",
        arguments: [("NTAG215", "wrongProduct"), ("NTAG210", "wrongProduct"), ("NTAG213", nil)])
    func wrongChip(product: String, code: String?) async throws {
        let file = try await RegistryFile.withBatch(rows: 1)
        try await file.write { try $0.save(Batch(name: "Main", products: ["NTAG213"], created: noon)) }
        var box = TagBox()
        try box.add(product)
        #expect(try await Self.hold(&box, in: file).map(\.code) == [code])
    }

    @Test("a chip that is too small for the URL is rejected")
    func tooSmall() async throws {
        let file = try await RegistryFile.withBatch(rows: 1)
        try await file.write { transaction in
            var row = try transaction.knownRow(.main(1))
            row.url += String(repeating: "x", count: 60)
            try transaction.save(row)
        }
        var box = TagBox()
        try box.add("NTAG210")
        #expect(try await Self.hold(&box, in: file).map(\.code) == ["tooSmall"])
    }

    @Test("a counterfeit is written and marked, or rejected if only genuine tags are accepted")
    func notGenuine() async throws {
        let file = try await RegistryFile.withBatch(rows: 2)
        var box = TagBox()
        try box.add(defects: ["no-signature"])
        #expect(try await Self.hold(&box, in: file, genuineOnly: true).map(\.code) == ["notGenuine"])
        #expect(try await box.message(of: 0) == [])
        #expect(try await Self.hold(&box, in: file).map(\.outcome) == [.verified])
        let tag = try await file.write { try $0.knownTag("04112233440000") }
        #expect(tag.originality == .notGenuine)
    }

    @Test("two tags at once are reported, and neither is written")
    func twoTags() async throws {
        let file = try await RegistryFile.withBatch(rows: 1)
        var box = TagBox()
        for _ in 0..<2 { try box.add() }
        let reader = DirectReader(VirtualField(box.tags))
        let result = try await file.station(reader).take(within: .seconds(1)) { _, _ in false }
        guard case .notRead(let failure) = result.outcome else {
            Issue.record("two tags were taken")
            return
        }
        #expect(failure.code == "twoTags")
        #expect(try await file.write { try $0.counts(of: "Main") } == BatchCounts(open: 1))
    }

    @Test(
        "a dud is set aside with its reason, and its row stays open",
        arguments: ["worn-page=6", "stuck-page=6"])
    func dud(defect: String) async throws {
        let file = try await RegistryFile.withBatch(rows: 1)
        var box = TagBox()
        try box.add(defects: [defect])
        try box.add()
        let results = try await Self.hold(&box, in: file)
        #expect(results[0].code == (defect.hasPrefix("worn") ? "nak" : "verifyFailed"))
        #expect(results[1].outcome == .verified)
        let entries = try await file.write { try $0.journal(uid: "04112233440000", limit: 9) }
        #expect(entries.map(\.kind) == [.setAside, .begun])
        #expect(entries.first?.failure?.words.isEmpty == false)
    }

    @Test("when every row has its tag, no further tag is written")
    func noRowLeft() async throws {
        let file = try await RegistryFile.withBatch(rows: 1)
        var box = TagBox()
        for _ in 0..<2 { try box.add() }
        #expect(try await Self.hold(&box, in: file).map(\.outcome) == [.verified, .noRowLeft])
        #expect(try await box.message(of: 1) == [])
    }

    @Test("a tag that is pulled away at any command keeps its row, and another tag gets the next one")
    func leaves() async throws {
        for command in 0..<40 {
            let file = try await RegistryFile.withBatch(rows: 2)
            var box = TagBox()
            for _ in 0..<2 { try box.add() }
            let first = try await Self.hold(
                &box, [0], in: file, faults: .tagLeaves(beforeCommand: command))
            if first[0].outcome == .verified {
                #expect(command > 10)
                return
            }
            let counts = try await file.write { try $0.counts(of: "Main") }
            #expect(counts.verified == 0)
            let others = try await Self.hold(&box, [1, 0], in: file)
            #expect(others.map(\.outcome) == [.verified, .verified])
            // A tag that left before it was read has no row yet.
            #expect(others.map(\.row?.number) == (counts.writing == 1 ? [2, 1] : [1, 2]))
            #expect(try await file.write { try problemsOfPlaces($0) } == [])
        }
        Issue.record("no command was the last")
    }

    @Test("a begun tag that is lost gives its row up last of all, and comes back as a loose one")
    func lostForGood() async throws {
        let file = try await RegistryFile.withBatch(rows: 2)
        var box = TagBox()
        for _ in 0..<4 { try box.add() }
        _ = try await Self.hold(&box, [0], in: file, faults: .tagLeaves(withinPageWrite: 2, leaving: .old))
        let results = try await Self.hold(&box, [1, 2, 0], in: file)
        #expect(results.map(\.row?.number) == [2, 1, nil])
        #expect(results.map(\.released) == [nil, "04112233440000", nil])
        #expect(results[2].outcome == .noRowLeft)
    }

    @Test("two readers announce two rows")
    func twoReaders() async throws {
        let file = try await RegistryFile.withBatch(rows: 3)
        let claims = ClaimedRows()
        let one = try await file.station(NamedReader("one"), claims: claims)
        let two = try await file.station(NamedReader("two"), claims: claims)
        #expect(try await one.nextRow()?.number == 1)
        #expect(try await two.nextRow()?.number == 2)
        #expect(try await one.nextRow()?.number == 1)
    }

    @Test("a row that a reader has claimed cannot be claimed by another one")
    func claims() throws {
        let claims = ClaimedRows()
        #expect(try claims.claim(1, by: "one"))
        #expect(try !claims.claim(1, by: "two"))
        #expect(try claims.others(than: "one").isEmpty)
        #expect(
            try claims.claim(2, by: "two") && claims.claim(nil, by: "one") && claims.claim(1, by: "two"))
    }

    @Test("a fresh tag receives only the necessary commands")
    func commandCount() async throws {
        let file = try await RegistryFile.withBatch(rows: 1)
        var box = TagBox()
        try box.add()
        let result = try await Self.hold(&box, in: file)[0]
        // GET_VERSION, FAST_READ of the message and of the configuration, READ_SIG, the writes, FAST_READ to read back.
        #expect(result.commands == result.pagesWritten + 5)
    }
}

/// A row that one reader is writing while another reader gets a tag.
@Suite struct WrittenRowTests {
    /// Starts a tag for row 1 at reader `one`, as if that reader were writing the tag.
    private static func beingWritten(_ claims: ClaimedRows) async throws -> RegistryFile {
        let file = try await RegistryFile.withBatch(rows: 1)
        #expect(try claims.hold(1, by: "one"))
        try await file.write { _ = try $0.begin(("04AABBCCDD", "NTAG213"), for: .main(1), at: noon) }
        return file
    }

    private static func hold(
        _ box: inout TagBox, in file: RegistryFile, _ claims: ClaimedRows
    ) async throws -> TagResult {
        let station = try await file.station(DirectReader(VirtualField()), claims: claims)
        return try await box.hold(0, to: { station.at($0) })
    }

    @Test("another reader takes a row only after the reader that writes its tag has released it")
    func keepsItsRow() async throws {
        let claims = ClaimedRows()
        let file = try await Self.beingWritten(claims)
        var box = TagBox()
        try box.add()
        #expect(try await Self.hold(&box, in: file, claims).outcome == .noRowLeft)
        #expect(try await box.message(of: 0) == [])
        claims.letGo(by: "one")
        let second = try await Self.hold(&box, in: file, claims)
        #expect(second.outcome == .verified)
        #expect(second.released == "04AABBCCDD")
    }

    @Test("a reader that announces the row of a tag that is written elsewhere does not take it either")
    func announced() async throws {
        let claims = ClaimedRows()
        let file = try await RegistryFile.withBatch(rows: 1)
        try await file.write { _ = try $0.begin(("04AABBCCDD", "NTAG213"), for: .main(1), at: noon) }
        var box = TagBox()
        try box.add()
        let reader = DirectReader(box.tags[0])
        let station = try await file.station(reader, claims: claims)
        #expect(try await station.nextRow()?.number == 1)
        // The started tag is presented to the other reader.
        #expect(try claims.hold(1, by: "other"))
        #expect(try await station.take(within: .seconds(1)) { _, _ in false }.outcome == .noRowLeft)
        #expect(try await station.nextRow() == nil)
    }

    @Test("two chips with one UID are not written at two readers at once")
    func sameUID() async throws {
        let claims = ClaimedRows()
        let file = try await RegistryFile.withBatch(rows: 1)
        let uid = hexUID(TagBox.uid(0))
        try await file.write { _ = try $0.begin((uid, "NTAG213"), for: .main(1), at: noon) }
        #expect(try claims.hold(1, by: "one"))
        var box = TagBox()
        try box.add()
        #expect(try await Self.hold(&box, in: file, claims).code == "rowBusy")
        #expect(try await box.message(of: 0) == [])
        #expect(try await file.write { try $0.knownRow(.main(1)).uid } == uid)
    }

    @Test("a reader releases its row, whatever happens to its tag")
    func letsGo() async throws {
        let claims = ClaimedRows()
        let file = try await RegistryFile.withBatch(rows: 1)
        for fault in [FaultPlan(), .tagLeaves(withinPageWrite: 2, leaving: .old)] {
            var box = TagBox()
            try box.add()
            let station = try await file.station(DirectReader(VirtualField()), claims: claims)
            _ = try await box.hold(0, to: { station.at($0) }, faults: fault)
            #expect(try claims.writtenByOthers(than: "nobody").isEmpty)
        }
    }
}

extension TagResult {
    /// The reason why the tag was rejected, or nil.
    var code: String? {
        switch outcome {
        case .setAside(let failure), .left(let failure), .notRead(let failure): failure.code
        case .verified, .doneAlready, .noRowLeft: nil
        }
    }
}

/// A reader that has only a name.
struct NamedReader: TagReader {
    let name: String
    var capabilities: ReaderCapabilities { [] }

    init(_ name: String) { self.name = name }

    func select(within limit: Duration) async throws(TagError) -> SelectedTag {
        throw TagError(.noTag, "none")
    }
    func reselect() async throws(TagError) {}
    func powerCycle() async throws(TagError) {}
    func send(_ command: TagCommand) async throws(TagError) -> [UInt8] { [] }
    func waitForRemoval(within limit: Duration) async throws(TagError) {}
    func close() async {}
}
