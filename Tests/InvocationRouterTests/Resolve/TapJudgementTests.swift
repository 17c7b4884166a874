import InvocationRouter
import TestSupport
import Testing

/// The credit that tag and evidence earn. The gift page opens in every one of these cases.
@Suite struct TapJudgementTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var query: String
        var tag: DirectoryTag?
        var sun = SUNVerdict.unchecked
        var warnings: [ResolutionError.Code] = []
        var credit = TapCredit.none
        var needsConfirmation = false
    }

    static let uid = TestDirectory.uid
    static let sun = "picc_data=\(TestURL.piccData)&cmac=\(TestURL.cmac)"

    static func tag(_ change: (inout DirectoryTag) -> Void) -> DirectoryTag {
        var tag = TestDirectory.seat
        change(&tag)
        return tag
    }

    static let cases: [Case] = [
        Case(testDescription: "no tag at all", query: ""),
        Case(testDescription: "a known tag", query: "t=A12", tag: TestDirectory.seat, credit: .counted),
        Case(testDescription: "an unknown tag", query: "t=A13", warnings: [.tagUnknown]),
        Case(
            testDescription: "a tag that was withdrawn", query: "t=A12", tag: tag { $0.state = .revoked },
            warnings: [.tagRevoked]),
        Case(
            testDescription: "another organization's tag", query: "t=A12", tag: tag { $0.org = "Hope" },
            warnings: [.tagMismatch], needsConfirmation: true),
        Case(
            testDescription: "another fund's tag", query: "t=A12", tag: tag { $0.fund = "2" },
            warnings: [.tagMismatch], needsConfirmation: true),
        Case(
            testDescription: "a tag of this fund", query: "f=2&t=A12", tag: tag { $0.fund = "2" },
            credit: .counted),
        Case(
            testDescription: "a fund that the giver will choose", query: "f=&t=A12",
            tag: tag { $0.fund = "2" }, credit: .counted),
        Case(
            testDescription: "the registry's answer to another question", query: "t=A13",
            tag: TestDirectory.seat, warnings: [.tagMismatch], needsConfirmation: true),
        Case(
            testDescription: "a mirror with a fresh counter", query: "m=04E141124C2880x00002A",
            tag: TestDirectory.seat, credit: .counted),
        Case(
            testDescription: "a mirror without a counter", query: "t=A12&m=04E141124C2880",
            tag: TestDirectory.seat, credit: .counted),
        Case(
            testDescription: "a mirror seen before", query: "m=04E141124C2880x000029",
            tag: TestDirectory.seat, warnings: [.mirrorReplayed]),
        Case(
            testDescription: "a mirror before the first tap", query: "m=04E141124C2880x000000",
            tag: tag { $0.highestCounter = nil }, credit: .counted),
        Case(
            testDescription: "another chip behind the tag's id", query: "t=A12&m=04E141124C2881x00002A",
            tag: TestDirectory.seat, warnings: [.tagMismatch], needsConfirmation: true),
        Case(
            testDescription: "a mirror whose place-holder stands there",
            query: "t=A12&m=00000000000000x000000",
            tag: TestDirectory.seat, credit: .counted),
        Case(
            testDescription: "a SUN message that nobody checked", query: "t=A12&" + sun,
            tag: TestDirectory.seat, credit: .counted),
        Case(
            testDescription: "a SUN message that proves the tap", query: sun, tag: TestDirectory.seat,
            sun: .genuine(uid: uid, counter: 42), credit: .proven),
        Case(
            testDescription: "a SUN message that was used before", query: "t=A12&" + sun,
            tag: TestDirectory.seat, sun: .replayed(uid: uid, counter: 41, highest: 41),
            warnings: [.sunReplayed]),
        Case(
            testDescription: "a SUN message that was used before, of a chip that nobody registered",
            query: sun, tag: nil, sun: .replayed(uid: uid, counter: 41, highest: 57),
            warnings: [.sunReplayed]),
        Case(
            testDescription: "a new SUN message, taken before anybody asked for its tag", query: sun,
            tag: tag { $0.highestCounter = 42 }, sun: .genuine(uid: uid, counter: 42), credit: .proven),
        Case(
            testDescription: "a SUN message of another chip", query: "t=A12&" + sun, tag: TestDirectory.seat,
            sun: .genuine(uid: [1], counter: 42), warnings: [.tagMismatch], needsConfirmation: true),
        Case(
            testDescription: "a SUN message that is false", query: "t=A12&" + sun, tag: TestDirectory.seat,
            sun: .rejected, warnings: [.sunRejected], needsConfirmation: true),
        Case(
            testDescription: "a verdict without a SUN message", query: "t=A12", tag: TestDirectory.seat,
            sun: .genuine(uid: uid, counter: 42), credit: .counted),
    ]

    @Test("credit, confirmation and warnings follow the table, and the page always opens", arguments: cases)
    func judge(_ one: Case) throws {
        let url = "https://appclip.tap.giving/GraceChapel?" + one.query
        let resolution = try Resolution(
            Invocation.parse(url, profile: .tap), organization: TestDirectory.grace, tag: one.tag,
            sun: one.sun)
        #expect(resolution.warnings.map(\.code) == one.warnings)
        #expect(resolution.credit == one.credit)
        #expect(resolution.needsConfirmation == one.needsConfirmation)
        #expect(resolution.organization.id == "GraceChapel")
    }
}
