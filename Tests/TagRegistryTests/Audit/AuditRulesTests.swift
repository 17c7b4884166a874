import TagDumps
import TagKit
import TagRegistry
import TagSimulator
import TestSupport
import Testing

@Suite struct AuditRulesTests {
    @Test("each change of a tag causes its findings, and no others", arguments: AuditFault.allCases)
    func findings(fault: AuditFault) async throws {
        var bench = try await AuditBench.written(rows: 2) { if $0 == 1 { fault.plan(&$1) } }
        try await fault.happen(to: 0, in: &bench)
        if fault == .stranger { try bench.box.add() }
        let rows = try await bench.file.write { try $0.allRows(of: "Main") }
        let sighting = try await bench.sighting(
            fault == .stranger ? 2 : 0, at: fault == .elsewhere ? rows[1] : nil)
        let comment = Comment("\(sighting.findings.map { "\($0.code): \($0.words)" })")
        #expect(Set(sighting.findings.map(\.code)) == fault.codes, comment)
        #expect(sighting.isRight == fault.isNotice, comment)
        for finding in sighting.findings {
            #expect(finding.words.count > 10 && finding.remedy.count > 5, comment)
            #expect(!finding.words.hasSuffix(".") && !finding.remedy.hasSuffix("."), comment)
        }
        #expect(sighting.uid == hexUID(TagBox.uid(fault == .stranger ? 2 : 0)))
    }

    @Test("together, the faults cause every code that concerns one tag")
    func complete() {
        let found = AuditFault.allCases.reduce(into: Set<AuditFinding.Code>()) { $0.formUnion($1.codes) }
        // One code applies to a whole walk.
        #expect(found.union([.batchNotLocked]) == Set(AuditFinding.Code.allCases))
    }

    /// The lock that this registry uses for a tag.
    enum Closing: CaseIterable { case permanent, password, permanentWithMirror, passwordWithMirror }

    @Test(
        "a tag that was closed as its batch says is right, whatever chip it is",
        arguments: ["NTAG213", "NTAG215", "NTAG216"], Closing.allCases)
    func closed(product: String, closing: Closing) async throws {
        let mirrors = closing == .permanentWithMirror || closing == .passwordWithMirror
        let isPermanent = closing == .permanent || closing == .permanentWithMirror
        var bench = try await AuditBench.written(rows: 1) { _, row in
            if mirrors { row.url += "&m=00000000000000x000000" }
        }
        let row = try await bench.file.write { try $0.knownRow(.main(1)) }
        try await bench.exchange(0, by: product)
        try await bench.box.write(row.url, to: 0)
        let password = TagPassword(password: [1, 2, 3, 4], acknowledge: [5, 6])
        try await bench.close(0, password: password) { snapshot in
            let mirror = mirrors ? snapshot.mirrorOverM : nil
            return isPermanent ? .permanent(mirror: mirror) : .password(mirror: mirror)
        }
        let uid = hexUID(TagBox.uid(0))
        try await bench.file.write { transaction in
            var tag = try transaction.knownTag(uid)
            tag.product = product
            try transaction.save(tag)
            try transaction.note(isPermanent ? .locked : .protected, of: uid, at: noon)
        }
        try await bench.change { batch in
            batch.mirror = mirrors ? .counter : .none
            batch.protection = isPermanent ? .permanent : .password
        }
        for _ in 0..<2 {
            let sighting = try await bench.sighting(0)
            #expect(sighting.findings.isEmpty, "\(sighting.findings.map(\.words))")
            #expect(sighting.lock == (isPermanent ? .permanent : .password))
        }
    }

    @Test("chips without a password, locked whole, are right", arguments: ["NTAG203", "MIFARE Ultralight C"])
    func withoutPassword(product: String) async throws {
        var bench = try await AuditBench.written(rows: 1)
        try await bench.exchange(0, by: product)
        try await bench.work(on: 0) { session in
            let snapshot = try await session.inspect(.writing(messageBytes: 0))
            _ = try await session.execute(ProgrammingPlan(snapshot, .format, options: .overwrite))
        }
        try await bench.box.write(BatchRow.sample(1).url, to: 0)
        try await bench.close(0) { _ in .permanent() }
        let uid = hexUID(TagBox.uid(0))
        try await bench.file.write { transaction in
            var tag = try transaction.knownTag(uid)
            tag.product = product
            try transaction.save(tag)
            try transaction.note(.locked, of: uid, at: noon)
        }
        #expect(try await bench.sighting(0).findings.isEmpty)
    }

    @Test("a tag of another batch or organization is not part of this walk")
    func scope() async throws {
        var bench = try await AuditBench.written(rows: 1)
        bench.rules.scope = AuditScope(batch: "Balcony")
        #expect(try await bench.sighting(0).worst?.code == .wrongPlace)
        bench.rules.scope = AuditScope(org: "Other")
        #expect(try await bench.sighting(0).worst?.code == .wrongOrganization)
        bench.rules.scope = AuditScope(org: "grace")
        #expect(try await bench.sighting(0).isRight)
    }

    @Test("a church's own page is compared character by character")
    func ownPage() async throws {
        var bench = try await AuditBench.written(rows: 1) { _, row in
            (row.org, row.fund, row.url) = (nil, nil, "https://church.example/give?a=1")
        }
        #expect(try await bench.sighting(0).isRight)
        let pages: [(String, AuditFinding.Code)] = [
            ("http://church.example/give?a=1", .insecureScheme), ("https://church.example/give", .wrongURL),
            ("https://appclip.tap.giving/Grace?r=0", .wrongURL),
        ]
        for (url, code) in pages {
            try await bench.box.write(url, to: 0)
            #expect(try await bench.sighting(0).findings.map(\.code) == [code], "\(url)")
        }
    }

    @Test("the remedy for a locked tag is another tag; an unlocked one is rewritten")
    func remedies() async throws {
        var bench = try await AuditBench.written(rows: 2)
        for number in 0..<2 { try await bench.box.write("https://example.org/menu", to: number) }
        try await bench.close(1) { _ in .permanent() }
        let open = try #require(try await bench.sighting(0).worst)
        let locked = try #require(try await bench.sighting(1).worst)
        #expect(open.remedy == told(.rewrite(AuditRemedy.Seat("A1", of: "Main", needsSecret: false))))
        #expect(locked.remedy == told(.exchange(AuditRemedy.Seat("A2", of: "Main", needsSecret: false))))
    }

    @Test("no command that changes a tag is sent")
    func readsOnly() async throws {
        for fault in AuditFault.allCases {
            var bench = try await AuditBench.written(rows: 1) { fault.plan(&$1) }
            try await fault.happen(to: 0, in: &bench)
            let before = bench.box.tags[0].image
            _ = try await bench.sighting(0)
            var after = bench.box.tags[0].image
            after.counters = before.counters
            #expect(after == before, "\(fault)")
        }
    }
}
