import TagKit
import TagRegistry
import TagSecurity
import TagSimulator
import Testing

@Suite struct RunRulesTests {
    /// Returns the decision about a blank tag with this verdict on its signature.
    private static func decide(_ originality: Originality, genuineOnly: Bool) async throws -> RunDecision {
        var box = TagBox()
        try box.add()
        let row = BatchRow.sample(1)
        let snapshot = try await TagSession(DirectReader(box.tags[0]))
            .inspect(.writing(messageBytes: row.message.count))
        let rules = RunRules(Batch(name: "Main", created: noon), genuineOnly: genuineOnly)
        return rules.decide(snapshot, TagRecord(next: row), originality)
    }

    private static func isTaken(_ originality: Originality, genuineOnly: Bool) async throws -> Bool {
        guard case .take = try await decide(originality, genuineOnly: genuineOnly) else { return false }
        return true
    }

    @Test("a batch of only genuine tags rejects a tag whose signature the reader cannot check")
    func uncheckedByReader() async throws {
        let decision = try await Self.decide(.cannotBeChecked(.reader), genuineOnly: true)
        guard case .setAside(let row, let failure) = decision else {
            Issue.record("the tag was not rejected: \(decision)")
            return
        }
        #expect(row?.number == 1 && failure.code == "notGenuine")
        #expect(
            failure.words == "cannot be checked: this reader cannot send READ_SIG: use a different reader")
    }

    @Test("a tag that cannot be checked is accepted if its chip is the reason, or if any tag is allowed")
    func uncheckedButAccepted() async throws {
        for obstacle in [Originality.Obstacle.noSignature, .unknownKey] {
            #expect(try await Self.isTaken(.cannotBeChecked(obstacle), genuineOnly: true))
        }
        #expect(try await Self.isTaken(.cannotBeChecked(.reader), genuineOnly: false))
    }
}
