import InvocationRouter
import Testing

/// The rows of `docs/invocation-url.md` §4, each with what fails it, alone and in pairs.
@Suite struct ChecksTests {
    struct Flaw: Sendable, CustomTestStringConvertible {
        var row: Int
        var code: InvocationError.Code
        var spoil: @Sendable (inout TestURL) -> Void
        /// The rows whose flaws cannot be combined with this one.
        var excludes: Set<Int> = []

        var testDescription: String { "\(row) \(code)" }
        func excludes(_ other: Flaw) -> Bool { excludes.contains(other.row) || other.excludes.contains(row) }
    }

    static let strict: [Flaw] = [
        Flaw(row: 2, code: .tooLong, spoil: { $0.query.append("x=" + String(repeating: "a", count: 1024)) }),
        Flaw(row: 3, code: .forbiddenCharacter, spoil: { $0.fragment = "#|" }),
        Flaw(row: 5, code: .badPercentEncoding, spoil: { $0.query.append("x=100%") }),
        Flaw(row: 6, code: .notAbsolute, spoil: { $0.scheme = "" }, excludes: [7, 8]),
        Flaw(row: 7, code: .schemeNotAllowed, spoil: { $0.scheme = "ftp:" }),
        Flaw(row: 8, code: .notAbsolute, spoil: { $0.slashes = "" }),
        Flaw(row: 9, code: .userinfoNotAllowed, spoil: { $0.userinfo = "appclip.tap.giving@" }),
        Flaw(row: 10, code: .hostNotAllowed, spoil: { $0.host = "appclip.tap.giving.evil.example" }),
        Flaw(row: 11, code: .portNotAllowed, spoil: { $0.port = ":8443" }),
        Flaw(row: 12, code: .invalidUTF8, spoil: { $0.query.append("x=%FF") }),
        Flaw(row: 13, code: .controlCharacter, spoil: { $0.query.append("x=%C2%80") }),
        Flaw(row: 14, code: .bidiControl, spoil: { $0.query.append("x=%E2%81%A6") }),
        Flaw(row: 15, code: .missingOrg, spoil: { $0.segments = [""] }, excludes: Set(16...21)),
        Flaw(row: 16, code: .dotSegment, spoil: { $0.segments.append("%2E.") }),
        Flaw(row: 17, code: .encodedSeparator, spoil: { $0.segments.append("%5c") }),
        Flaw(row: 18, code: .unexpectedPath, spoil: { $0.segments += ["", ""] }),
        Flaw(row: 19, code: .reservedPath, spoil: { $0.segments[0] = "%70ay" }, excludes: [21]),
        Flaw(row: 20, code: .unexpectedPath, spoil: { $0.segments.append("missions") }),
        Flaw(row: 21, code: .invalidOrg, spoil: { $0.segments[0] = "-" }),
        Flaw(row: 22, code: .duplicateParameter, spoil: { $0.query += ["r=1", "r=1"] }),
        Flaw(row: 22, code: .parameterCase, spoil: { $0.query.append("PICC_data=1") }, excludes: [22]),
        Flaw(row: 23, code: .unsupportedVersion, spoil: { $0.query.append("v=2") }),
        Flaw(row: 24, code: .invalidFund, spoil: { $0.query.append("f=") }),
        Flaw(row: 25, code: .invalidRecurring, spoil: { $0.query.append("r=true") }),
        Flaw(row: 26, code: .invalidTag, spoil: { $0.query.append("t=seat.12") }),
        Flaw(row: 27, code: .invalidMirror, spoil: { $0.query.append("m=04E141124C2880X00002A") }),
        Flaw(row: 28, code: .invalidSUN, spoil: { $0.query.append("cmac=" + TestURL.cmac) }),
        Flaw(row: 29, code: .conflictingEvidence, spoil: { $0.addBothEvidences() }, excludes: [27, 28]),
    ]

    /// The rows that end a parse in profile `tap` as well.
    static let tap: [Flaw] =
        [
            Flaw(
                row: 2, code: .tooLong, spoil: { $0.query.append("x=" + String(repeating: "a", count: 8192)) }
            ),
            Flaw(row: 3, code: .forbiddenCharacter, spoil: { $0.segments.append("|") }),
            Flaw(row: 5, code: .badPercentEncoding, spoil: { $0.segments.append("%2") }),
            Flaw(row: 12, code: .invalidUTF8, spoil: { $0.segments.append("%ED%A0%80") }),
            Flaw(row: 13, code: .controlCharacter, spoil: { $0.segments.append("%0A") }),
            Flaw(row: 14, code: .bidiControl, spoil: { $0.segments.append("%E2%80%8F") }),
            Flaw(
                row: 15, code: .missingOrg, spoil: { $0.segments = [""] },
                excludes: [3, 5, 12, 13, 14, 16, 17, 18, 19, 20]),
        ] + strict.filter { [6, 7, 8, 9, 10, 11, 16, 17, 18, 19, 20, 23].contains($0.row) }

    @Test("each check refuses what fails it", arguments: strict)
    func refuses(_ flaw: Flaw) {
        var url = TestURL()
        flaw.spoil(&url)
        #expect(Outcome(url.text) == .error(flaw.code), "\(url.text)")
    }

    @Test("each check that stays in profile tap refuses what fails it", arguments: tap)
    func refusesInTap(_ flaw: Flaw) {
        var url = TestURL()
        flaw.spoil(&url)
        #expect(Outcome(url.text, profile: .tap) == .error(flaw.code), "\(url.text)")
    }

    @Test("of two flaws the earlier check is the error", arguments: ParseProfile.allCases)
    func precedence(profile: ParseProfile) {
        let flaws = profile == .strict ? Self.strict : Self.tap
        for first in flaws {
            for second in flaws where first.row < second.row && !first.excludes(second) {
                for pair in [[first, second], [second, first]] {
                    var url = TestURL()
                    for flaw in pair { flaw.spoil(&url) }
                    #expect(Outcome(url.text, profile: profile) == .error(first.code), "\(pair) \(url.text)")
                }
            }
        }
    }

    @Test("the rows cover every error code that a gift can have in profile strict")
    func everyCode() {
        let codes = Set(Self.strict.map(\.code)).union([
            .empty, .otherDestination, .invalidToken, .invalidPlan,
        ])
        #expect(codes == Set(InvocationError.Code.allCases))
        #expect(Outcome("") == .error(.empty))
    }

    @Test("repeated names and names in the wrong case are reported in the order of the query")
    func leftToRight() {
        let url = "https://appclip.tap.giving/A?"
        #expect(Outcome(url + "f=1&f=1&R=1") == .error(.duplicateParameter))
        #expect(Outcome(url + "R=1&f=1&f=1") == .error(.parameterCase))
        #expect(Outcome(url + "f=1&F=1") == .error(.parameterCase))
    }

    @Test("evidence of both kinds is judged by its form first")
    func bothEvidences() {
        let url = "https://appclip.tap.giving/A?"
        let sun = "picc_data=\(TestURL.piccData)&cmac=\(TestURL.cmac)"
        #expect(Outcome(url + "\(sun)&m=1") == .error(.invalidMirror))
        #expect(Outcome(url + "m=\(TestURL.uid)&cmac=\(TestURL.cmac)") == .error(.invalidSUN))
        #expect(Outcome(url + "m=\(TestURL.uid)&picc_data=\(TestURL.piccData)") == .error(.invalidSUN))
    }

    @Test(
        "the offset is where it was noticed",
        arguments: [
            ("", 0), ("https://a b", 9), ("https://appclip.tap.giving/A?x=%zz", 31), ("appclip/A", 7),
            ("ftp://a/", 0), ("https:/a", 6), ("https://me@appclip.tap.giving/A", 10),
            ("https://evil.example/A", 8), ("https://appclip.tap.giving:80/A", 27),
            ("https://appclip.tap.giving/A%FF", 28), ("https://appclip.tap.giving/A%00", 28),
            ("https://appclip.tap.giving/A%E2%80%AE", 28), ("https://appclip.tap.giving", 26),
            ("https://appclip.tap.giving/A/..", 29), ("https://appclip.tap.giving/A//b", 29),
            ("https://appclip.tap.giving/A/b", 29), ("https://appclip.tap.giving/-", 27),
            ("https://appclip.tap.giving/A?f=1&f=2", 33), ("https://appclip.tap.giving/A?v=2", 31),
            ("https://appclip.tap.giving/A?f=1&r=2", 35), ("https://appclip.tap.giving/A?f", 30),
        ])
    func offset(url: String, offset: Int) throws {
        let error = #expect(throws: InvocationError.self) { try Invocation.parse(url) }
        #expect(error?.offset == offset, "\(url)")
    }

    @Test(
        "the limit is 1,024 octets, in profile tap 8,192",
        arguments: [(ParseProfile.strict, 1024), (.tap, 8192)])
    func limit(profile: ParseProfile, bytes: Int) {
        var url = "https://appclip.tap.giving/A?x="
        url += String(repeating: "a", count: bytes - url.utf8.count)
        #expect(Outcome(url, profile: profile) == .org("A"))
        #expect(Outcome(url + "a", profile: profile) == .error(.tooLong))
    }
}
