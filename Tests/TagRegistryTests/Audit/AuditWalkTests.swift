import DatabaseKit
import SimulationKit
import TagDumps
import TagKit
import TagRegistry
import TagSimulator
import TestSupport
import Testing
import TimeKit

@Suite struct AuditWalkTests {
    @Test("a walk finds exactly the faults that were made", arguments: fewerSeeds)
    func findsFaults(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let seats = 8
        let kinds = AuditFault.allCases.filter { !$0.isOfTheBatch && $0 != .stranger }
        let faults = (0..<seats).map { _ in
            Bool.random(using: &random)
                ? AuditFault.none : kinds.randomElement(using: &random) ?? AuditFault.none
        }
        var bench = try await AuditBench.written(rows: seats) { faults[$0 - 1].plan(&$1) }
        for (number, fault) in faults.enumerated() { try await fault.happen(to: number, in: &bench) }
        let strangers = Int.random(in: 0...2, using: &random)
        for _ in 0..<strangers { try bench.box.add() }
        let held = Set(bench.box.tags.indices.filter { _ in Int.random(in: 0..<8, using: &random) > 0 })

        var walk = try await bench.kept()
        for number in held.shuffled(using: &random) { walk.see(try await bench.sighting(number)) }
        #expect(try await bench.kept() == walk, "what was told is what was kept; seed \(seed)")

        for (number, seat) in walk.seats.enumerated() {
            let fault = faults[number]
            let wanted: AuditWalk.Result =
                if fault == .replaced { .withoutTag } else if !held.contains(number) { .neverSeen } else {
                    fault.isNotice ? .right : .wrong
                }
            #expect(seat.result == wanted, "\(seat.row.seat): \(fault); seed \(seed)")
            guard held.contains(number), fault != .replaced else { continue }
            #expect(Set(seat.sighting?.findings.map(\.code) ?? []) == fault.codes, "\(fault); seed \(seed)")
        }
        let others = held.filter { $0 >= seats || faults[$0] == .replaced }
        #expect(
            Set(walk.strangers.compactMap(\.uid)) == Set(others.map { hexUID(TagBox.uid($0)) }),
            "seed \(seed)")
        let summary = walk.summary
        #expect(summary.right + summary.wrong + summary.neverSeen + summary.withoutTag == seats)
        #expect(summary.isRight == (summary.right == seats && others.isEmpty))
        #expect(walk.steps(inWords: told).count == seats - summary.right + others.count, "seed \(seed)")
    }

    @Test(
        "a batch planned with permanent locks is right once it is locked, without another walk"
    )
    func neverLocked() async throws {
        var bench = try await AuditBench.written(rows: 2)
        for number in 0..<2 { _ = try await bench.sighting(number) }
        #expect(try await bench.kept().summary.isRight)
        try await bench.change { $0.protection = .permanent }
        for left in [2, 1] {
            let walk = try await bench.kept()
            #expect(walk.summary.right == 2 && walk.summary.isSeenRight && !walk.summary.isRight)
            #expect(walk.summary.notLocked == left)
            let steps = walk.steps(inWords: told)
            let step = try #require(steps.last)
            #expect(steps.count == 1 && step.code == .batchNotLocked && step.seat == nil)
            #expect(step.remedy == told(.lockEach(batch: "Main")))
            #expect(AuditPage(walk, steps: steps).html.contains("all of Main"))
            try await bench.file.write { try $0.note(.locked, of: hexUID(TagBox.uid(left - 1)), at: noon) }
        }
        let walk = try await bench.kept()
        #expect(walk.summary.isRight && walk.steps(inWords: told).isEmpty)
    }

    @Test("a walk without tags does not count as the last walk, and its number is not reused")
    func emptyWalk() async throws {
        var bench = try await AuditBench.written(rows: 1)
        let scope = bench.walk.scope
        let alone = try await bench.file.database.read { try $0.knownAudit(scope) }
        #expect(alone.number == 1)
        _ = try await bench.sighting(0)
        let (empty, last, next) = try await bench.file.write { transaction in
            (
                try transaction.beginAudit(scope, at: noon), try transaction.knownAudit(scope),
                try transaction.beginAudit(scope, at: noon)
            )
        }
        #expect([empty.number, last.number, next.number] == [2, 1, 3])
    }

    @Test("a repaired tag that is presented again is correct, and counts as seen twice")
    func mended() async throws {
        var bench = try await AuditBench.written(rows: 2)
        try await bench.box.write("https://example.org/menu", to: 0)
        for number in 0..<2 { _ = try await bench.sighting(number) }
        #expect(try await bench.kept().summary.wrong == 1)
        try await bench.box.write(BatchRow.sample(1).url, to: 0)
        _ = try await bench.sighting(0)
        let summary = try await bench.kept().summary
        #expect(summary.isRight)
        #expect(summary.seenAgain == 1)
    }

    @Test("a seat whose tag was exchanged after it was seen waits for the new one")
    func exchanged() async throws {
        var bench = try await AuditBench.written(rows: 1)
        try await bench.box.write("https://example.org/menu", to: 0)
        _ = try await bench.sighting(0)
        try await bench.file.write { try $0.replace(.main(1), at: noon) }
        #expect(try await bench.kept().seats.map(\.result) == [.withoutTag])
        // The tag belonged to that seat when it was seen. Presented again, it belongs to none.
        #expect(try await bench.kept().strangers.isEmpty)
        _ = try await bench.sighting(0)
        #expect(try await bench.kept().strangers.map(\.worst?.code) == [.looseTag])
        try bench.box.add()
        let new = hexUID(TagBox.uid(1))
        try await bench.file.write { transaction in
            try transaction.begin((new, "NTAG213"), for: .main(1), at: noon)
            try transaction.finish(WrittenTag(uid: new, readBackHash: ""), at: noon)
        }
        #expect(try await bench.kept().seats.map(\.result) == [.neverSeen])
        // The same chip, rewritten a minute later.
        try await bench.box.write(BatchRow.sample(1).url, to: 1)
        _ = try await bench.sighting(1)
        #expect(try await bench.kept().seats.map(\.result) == [.right])
        try await bench.file.write { transaction in
            try transaction.replace(.main(1), at: noon)
            try transaction.begin((new, "NTAG213"), for: .main(1), at: noon)
            try transaction.finish(WrittenTag(uid: new, readBackHash: ""), at: noon.adding(seconds: 60))
        }
        #expect(try await bench.kept().seats.map(\.result) == [.renewed])
    }

    @Test("one tag at two seats is reported at the second")
    func twoPlaces() async throws {
        var bench = try await AuditBench.written(rows: 2)
        let rows = try await bench.file.write { try $0.allRows(of: "Main") }
        #expect(try await bench.sighting(0, at: rows[0]).isRight)
        let second = try await bench.sighting(0, at: rows[1])
        #expect(second.worst?.code == .wrongPlace)
        #expect(second.standing == "A2")
        #expect(try await bench.kept().seats.map(\.result) == [.wrong, .neverSeen])
    }

    @Test("a person goes on with each tag, and not with one that is held up again")
    func route() async throws {
        var bench = try await AuditBench.written(rows: 3)
        var walk = try await bench.kept()
        var route = AuditRoute(from: walk.rows[0].row)
        var places: [String?] = []
        for number in [0, 0, 2, 2] {
            let place = route.place(of: hexUID(TagBox.uid(number)))
            places.append(place?.seat)
            let sighting = try await bench.sighting(number, at: place)
            walk.see(sighting)
            route.pass(sighting, in: walk)
        }
        #expect(places == ["A1", "A1", "A2", "A2"])
        #expect(route.next?.seat == "A3")
        #expect(walk.seats.map(\.result) == [.right, .neverSeen, .wrong])
        var unread = AuditSighting(number: 5, time: noon)
        unread.uid = nil
        route.pass(unread, in: walk)
        #expect(route.isOver && route.next == nil)
        var free = AuditRoute(from: nil)
        free.pass(unread, in: walk)
        #expect(free.place(of: "04") == nil && !free.isOver)
    }

    @Test("a killed program loses no result that it has reported, and the next program continues")
    func killed() async throws {
        var bench = try await AuditBench.written(rows: 4)
        let database = KillingRunner(bench.file.database)
        var heard = 0
        for number in 0..<4 {
            do {
                _ = try await bench.see(number, database: database)
                heard += 1
            } catch is Killed {
                #expect(try await bench.kept().sightings.count >= heard)
            }
        }
        #expect(database.killed.filter { $0.kind == .audited }.count == 2)
        let walk = try await bench.kept()
        #expect(walk.summary.right == 3)
        #expect(walk.seats.first?.result == .neverSeen)
        let name = walk.start.scope
        #expect(try await bench.file.write { try $0.knownAudit(name) } == walk.start)
        _ = try await bench.sighting(0)
        #expect(try await bench.kept().summary.isRight)
    }

    @Test("two tags together, and a tag that is pulled away, are reported and not saved")
    func notRead() async throws {
        var bench = try await AuditBench.written(rows: 1)
        var command = 0
        while case .notRead(let failure) = try await bench.see(
            0, faults: .tagLeaves(beforeCommand: command))
        {
            #expect(failure.code == "tagLost" || failure.code == "nak")
            #expect(try await bench.kept().sightings.isEmpty)
            command += 1
            try #require(command < 40)
            // The tag is put back.
            bench = try await AuditBench.written(rows: 1)
        }
        #expect(command > 2)
        #expect(try await bench.kept().summary.isRight)
    }

    @Test("walks are numbered, found by their seats, and absent without any seat")
    func walks() async throws {
        let bench = try await AuditBench.written(rows: 1)
        let (all, main) = (AuditScope(), AuditScope(batch: "Main"))
        let second = try await bench.file.write { try $0.beginAudit(all, at: noon) }
        #expect([bench.walk.number, second.number] == [1, 2])
        let found = try await bench.file.write { [try $0.knownAudit(main), try $0.knownAudit(all)] }
        #expect(found == [bench.walk, second])
        for (scope, code) in [
            (AuditScope(org: "Nobody"), RegistryError.Code.noSeats), (AuditScope(batch: "X"), .unknownBatch),
        ] {
            let error = await #expect(throws: RegistryError.self) {
                try await bench.file.write { try $0.beginAudit(scope, at: noon) }
            }
            #expect(error?.code == code)
        }
    }

    @Test("the history of a tag has its sightings")
    func history() async throws {
        var bench = try await AuditBench.written(rows: 1)
        _ = try await bench.sighting(0)
        try await bench.box.write("https://example.org/menu", to: 0)
        _ = try await bench.sighting(0)
        let entries = try await bench.file.write { try $0.journal(uid: "04112233440000", limit: 9) }
        #expect(entries.map(\.kind) == [.audited, .audited, .verified, .begun])
        #expect(entries.map(\.failure?.code) == ["wrongURL", nil, nil, nil])
        #expect(entries.first?.url == "https://example.org/menu")
    }

    @Test("lists strangers first, then the seats in order, each with its remedy")
    func steps() async throws {
        var bench = try await AuditBench.written(rows: 4)
        try await bench.box.write("https://example.org/menu", to: 2)
        try await bench.file.write { try $0.replace(.main(4), at: noon) }
        try bench.box.add()
        for number in [2, 4, 0] { _ = try await bench.sighting(number) }
        let walk = try await bench.kept()
        let steps = walk.steps(inWords: told)
        #expect(steps.map(\.seat) == [nil, "A2", "A3", "A4"])
        #expect(steps.map(\.code) == [.unknownTag, nil, .wrongURL, nil])
        #expect(steps.last?.remedy == told(.write(batch: "Main")))
        #expect(walk.row(after: walk.rows[0].row)?.seat == "A2")
        #expect(walk.row(after: walk.rows[3].row) == nil)
    }
}
