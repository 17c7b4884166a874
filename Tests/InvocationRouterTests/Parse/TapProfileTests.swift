import Foundation
import InvocationRouter
import Testing

/// The URLs that profile `tap` accepts and `strict` refuses (`docs/invocation-url.md` §4a).
@Suite struct TapProfileTests {
    private func parse(_ rest: String) throws -> Invocation {
        try Invocation.parse("https://appclip.tap.giving/" + rest, profile: .tap)
    }

    private func codes(_ invocation: Invocation) -> Set<String> {
        Set(invocation.warnings.map(\.code)).subtracting(["nonCanonical"])
    }

    @Test(
        "an uncertain fund is unclear, never the default fund",
        arguments: [
            ("f", ["invalidFund"]), ("f=", ["invalidFund"]), ("f=a%20b", ["invalidFund"]),
            ("f=%zz", ["badPercentEncoding"]), ("f=a|b", ["forbiddenCharacter"]),
            ("f=é", ["forbiddenCharacter"]),
            ("f=%FF", ["invalidUTF8"]), ("f=%00", ["controlCharacter"]), ("f=%E2%80%AE", ["bidiControl"]),
            ("f=1&f=2", ["duplicateParameter"]), ("f=1&F=2", ["duplicateParameter", "parameterCase"]),
            ("f=1&f=", ["duplicateParameter", "invalidFund"]),
            ("f=1&f=%zz", ["duplicateParameter", "badPercentEncoding"]),
            ("f=&f=", ["duplicateParameter", "invalidFund"]),
        ])
    func unclearFund(query: String, warnings: [String]) throws {
        let invocation = try parse("A?r=1&" + query)
        #expect(invocation.fundUnclear && invocation.fund == nil && invocation.canonical == nil)
        #expect(invocation.org == "A" && invocation.recurring)
        #expect(codes(invocation) == Set(warnings))
    }

    @Test(
        "a name in another case, or the same value again, is that name",
        arguments: ["F=12", "f=12&f=12", "f=12&f=%31%32", "%46=12", "f=12&F=12"])
    func certainFund(query: String) throws {
        let invocation = try parse("A?" + query)
        #expect(invocation.fund == "12" && !invocation.fundUnclear)
        #expect(invocation.canonical == "https://appclip.tap.giving/A?f=12&r=0")
        #expect(!codes(invocation).isEmpty)
    }

    @Test(
        "a gift is monthly only when r says exactly 1, and always the same",
        arguments: ["r=", "r", "r=true", "r=01", "r=1&r=0", "r=0&r=1", "r=1&R=true", "r=%31%zz", "r=1&r=1|"])
    func notMonthly(query: String) throws {
        let invocation = try parse("A?f=7&" + query)
        #expect(!invocation.recurring && invocation.fund == "7")
        #expect(invocation.canonical == "https://appclip.tap.giving/A?f=7&r=0")
        #expect(!codes(invocation).isEmpty)
        #expect(try parse("A?R=%31&r=1").recurring)
    }

    @Test(
        "bad evidence is ignored with a warning, and the rest of the URL is kept",
        arguments: [
            ("m=", "invalidMirror"), ("m=04E141124C2880X00002A", "invalidMirror"),
            ("m=04E141124C28", "invalidMirror"), ("cmac=94EED9EE65337086", "invalidSUN"),
            ("picc_data=1&cmac=1", "invalidSUN"), ("m=04E141124C2880&m=04E141124C2881", "duplicateParameter"),
            ("m=04E141124C2880%", "badPercentEncoding"),
            ("m=04E141124C2880&picc_data=\(TestURL.piccData)&cmac=\(TestURL.cmac)", "conflictingEvidence"),
        ])
    func noEvidence(query: String, warning: String) throws {
        let invocation = try parse("A?f=7&r=1&" + query)
        #expect(invocation.evidence == nil)
        #expect(codes(invocation) == [warning])
        #expect(invocation.canonical == "https://appclip.tap.giving/A?f=7&r=1")
    }

    @Test("a malformed or ambiguous tag id is no tag id")
    func noTag() throws {
        #expect(try parse("A?t=a&t=b").tag == nil)
        #expect(try parse("A?t=a.b").tag == nil)
        #expect(try parse("A?t=a&T=a").tag == "a")
    }

    @Test(
        "a later version is refused however it is written",
        arguments: ["v=2", "v=", "V=2", "v=1&v=2", "v=1|"])
    func version(query: String) {
        let url = "https://appclip.tap.giving/A?" + query
        #expect(Outcome(url, profile: .tap) == .error(.unsupportedVersion))
    }

    @Test(
        "what is not known is not looked into",
        arguments: ["x=%", "%zz=1", "x=|{}\u{7}", "é=é", "#%\u{202E}"])
    func unknown(query: String) throws {
        let invocation = try parse("A?f=7&" + query)
        #expect(invocation.canonical == "https://appclip.tap.giving/A?f=7&r=0")
    }

    @Test("http is taken on our hosts alone")
    func http() throws {
        let invocation = try Invocation.parse("HTTP://appclip.tap.giving/A", profile: .tap)
        #expect(codes(invocation) == ["schemeNotAllowed"])
        #expect(invocation.canonical == "https://appclip.tap.giving/A?r=0")
        #expect(Outcome("http://church.example/A", profile: .tap) == .error(.otherDestination))
        #expect(Outcome("ftp://appclip.tap.giving/A", profile: .tap) == .error(.schemeNotAllowed))
    }

    @Test("an alias has at most 64 scalars")
    func alias() throws {
        #expect(try parse(String(repeating: "é", count: 64)).orgAlias?.unicodeScalars.count == 64)
        let tooLong = "https://appclip.tap.giving/" + String(repeating: "é", count: 65)
        #expect(Outcome(tooLong, profile: .tap) == .error(.invalidOrg))
    }

    @Test("an alias is in NFC exactly when Foundation says so, wherever scalars compose or decompose")
    func aliasInNFC() {
        let ranges: [ClosedRange<UInt32>] = [
            0xA0...0x1FFF, 0x2070...0x33FF, 0xA600...0xAC20, 0xD7A0...0xD7FF, 0xF900...0xFFFD,
            0x11000...0x11FFF,
            0x1D100...0x1D1FF, 0x2F800...0x2FA1F,
        ]
        for scalar in ranges.joined().compactMap(Unicode.Scalar.init) {
            for alias in [String(scalar), "e" + String(scalar)] where alias == alias.escapedForDisplay() {
                let isNFC = alias.utf8.elementsEqual(alias.precomposedStringWithCanonicalMapping.utf8)
                let outcome = Outcome("https://appclip.tap.giving/" + alias, profile: .tap)
                if (outcome == .org("alias")) != isNFC {
                    Issue.record("U+\(String(scalar.value, radix: 16))")
                }
            }
        }
    }
}
