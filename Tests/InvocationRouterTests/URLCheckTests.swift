import InvocationRouter
import Testing

@Suite struct URLCheckTests {
    let base = "https://appclip.tap.giving/"

    @Test("a URL as the writer writes it has nothing to remark")
    func good() throws {
        for placeholder in [nil, .mirror, .sun] as [Invocation.Placeholder?] {
            let url = try Invocation.make(
                org: "WoodlandsChurch", fund: "12", tag: "A1", placeholder: placeholder)
            let check = URLCheck(url, areaBytes: 144)
            #expect(check.warnings.isEmpty && check.suggestion == nil)
            #expect(check.isGood && check.problems.isEmpty && check.budget?.usedBytes == url.utf8.count)
        }
    }

    @Test(
        "another spelling of the same is suggested, also where only profile tap can read it",
        arguments: [
            ("WoodlandsChurch", "WoodlandsChurch?r=0"), ("A/?r=1&f=007&x=1#y", "A?f=007&r=1"),
            ("A?t=1&r=0", "A?r=0&t=1"), ("A?F=12&R=1", "A?f=12&r=1"), ("A?f=1&f=1", "A?f=1&r=0"),
            ("A?r=true", "A?r=1"),
        ])
    func suggestion(given: String, better: String) {
        #expect(URLCheck(base + given).suggestion == base + better)
    }

    @Test("what is uncertain is never suggested", arguments: ["A?f=", "A?f=1&f=2", "a b", "pay/x", "%zz"])
    func noSuggestion(given: String) {
        let check = URLCheck(base + given)
        #expect(check.suggestion == nil && !check.isGood)
    }

    @Test("a piece that was probably meant as a known parameter is a problem (T-5)")
    func unclear() {
        let check = URLCheck(base + "A?f=12&amp;r=1")
        #expect(!check.isGood && check.suggestion == base + "A?f=12&r=1")
        guard case .unclear(let refusal) = check.problems.first else { return #expect(Bool(false)) }
        #expect(refusal.code == "wrongSeparator" && refusal.offset == (base + "A?f=12&").utf8.count)
    }

    @Test("evidence of one tap must not be written to a tag; the place-holder is suggested")
    func evidence() {
        let check = URLCheck(base + "A?r=0&m=04E141124C2880x00002A")
        #expect(check.problems == [.holdsEvidence])
        #expect(check.suggestion == base + "A?r=0&m=00000000000000x000000")
    }

    @Test("says by how much a URL does not fit and what would help, the largest saving first")
    func tooLong() throws {
        let url = try Invocation.make(
            org: "WoodlandsChurch", fund: "1234567", tag: "A1", placeholder: .mirror)
        let check = URLCheck(url + "&si=", areaBytes: 60)
        #expect(check.problems == [.doesNotFit(excessBytes: url.utf8.count + 4 - 60)])
        #expect(check.shortenings.map(\.change) == [.placeholder, .org, .fund, .tag, .spelling])
        #expect(check.shortenings.map(\.savesBytes) == [24, 14, 6, 5, 4])
        #expect(check.shortenings.allSatisfy { !$0.isEnough })
        let larger = URLCheck(url, areaBytes: url.utf8.count - 20)
        #expect(larger.shortenings.filter(\.isEnough).map(\.change) == [.placeholder])
        #expect(URLCheck(url, areaBytes: 144).shortenings.isEmpty)
    }

    @Test("a refused URL is reported with its error, and also with its length")
    func refused() {
        let check = URLCheck("https://evil.example/" + String(repeating: "a", count: 200), areaBytes: 144)
        #expect(check.problems.count == 2 && check.suggestion == nil)
        #expect((try? check.result.get()) == nil)
    }
}
