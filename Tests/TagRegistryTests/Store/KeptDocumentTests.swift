import TagRegistry
import TestSupport
import Testing

/// Everything that the registry keeps.
@Suite struct KeptDocumentTests {
    @Test("every kind of document is kept as Foundation keeps it")
    func all() throws {
        let failure = BatchFailure("locked", "the tag is locked\n")
        var row = BatchRow.sample(2)
        row.failure = failure
        var tag = RegisteredTag(uid: "04AABBCCDDEEFF", product: "NTAG215", changed: noon)
        tag.place = .main(1)
        tag.originality = .notGenuine
        let aim = ManagedDestination.Aim(
            url: "https://a.example/Grace", org: "Grace", recurring: true, since: noon)
        #expect(try isKeptAsFoundationKeepsIt(Batch(name: "Main", products: ["NTAG213"], created: noon)))
        #expect(try isKeptAsFoundationKeepsIt(row))
        #expect(try isKeptAsFoundationKeepsIt(tag))
        #expect(try isKeptAsFoundationKeepsIt(ManagedDestination(id: "k3x9", aim: aim, place: .main(1))))
        #expect(
            try isKeptAsFoundationKeepsIt(
                JournalEntry(.setAside, at: noon, batch: "Main", row: 1, uid: "04AA", failure: failure)))
        #expect(try isKeptAsFoundationKeepsIt(SeenTap(id: "tap_1", uid: "04AA", counter: .max, time: noon)))
        let finding = AuditFinding(try #require(AuditFinding.Code.allCases.first), "ä", remedy: "b")
        #expect(try isKeptAsFoundationKeepsIt(AuditSighting(number: 1, time: noon, findings: [finding])))
        // A walk is found by its scope's octets.
        for scope in [AuditScope(), AuditScope(batch: "Main"), AuditScope(batch: "a\tb", org: "Grace/\"")] {
            #expect(try isKeptAsFoundationKeepsIt(scope))
            #expect(try isKeptAsFoundationKeepsIt(AuditStart(number: 1, scope: scope, started: noon)))
        }
    }
}
