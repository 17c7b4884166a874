@testable import InvocationRouter
import SimulationKit
import TestSupport
import Testing

@Suite struct LinkPatternTests {
    @Test(
        "a run, one character, or one of a variable's strings",
        arguments: [
            ("*", "", true), ("*", "/a", true), ("/*", "/", true), ("/?*", "/", false), ("/?*", "/a", true),
            ("/a?c", "/abc", true), ("/a?c", "/ac", false), ("/a?c", "/abbc", false), ("/a*c", "/ac", true),
            ("/a*c", "/abcbc", true), ("/a*c", "/abcb", false), ("", "", true), ("", "a", false),
            ("/é?", "/éü", true), ("/A", "/a", false),
            // Source: Apple, "applinks.SubstitutionVariables".
            ("/$(digit)$(xdigit)", "/7f", true), ("/$(digit)", "/f", false), ("/$(alpha)", "/Z", true),
            ("/$(upper)", "/z", false), ("/$(lower)$(alnum)", "/z9", true), ("/$(lang)/", "/de/", true),
            ("/$(lang)_$(region)/*", "/en_US/a", true), ("/$(region)", "/XX", false),
            ("/$(food)/*", "/soup/a", true), ("/$(food)", "/fruit-salad", true),
            ("/$(food)", "/fruit", false),
            ("/$(food)", "/abc", true), ("/$(none)x", "/x", false), ("/a$b", "/a$b", true),
        ])
    func matches(pattern: String, text: String, isMatch: Bool) throws {
        var variables = LinkVariables.standard
        variables.define("food", as: ["soup", "fruit-*", "?b?"])
        variables.define("none", as: [])
        #expect(try LinkPattern(pattern, variables: variables).matches(text) == isMatch)
    }

    @Test("ignores case only if asked to")
    func ignoringCase() throws {
        let pattern = try LinkPattern("/ÉtÉ/$(lower)")
        #expect(pattern.matches("/été/Q", ignoringCase: true))
        #expect(!pattern.matches("/été/Q"))
    }

    @Test(
        "says what is wrong with a variable",
        arguments: [
            ("/$(x", .malformedVariable), ("/$(colour)", .unknownVariable), ("/$()", .unknownVariable),
        ]
            as [(String, SiteFinding.Code)])
    func flaws(pattern: String, code: SiteFinding.Code) {
        let flaw = #expect(throws: LinkPattern.Flaw.self) { try LinkPattern(pattern) }
        #expect(flaw?.code == code)
    }

    @Test("a pattern that grows past its limit is refused before it is built")
    func limit() {
        var variables = LinkVariables.standard
        variables.define("much", as: Array(repeating: String(repeating: "a", count: 100), count: 1000))
        let flaw = #expect(throws: LinkPattern.Flaw.self) {
            try LinkPattern("/$(much)", variables: variables)
        }
        #expect(flaw?.code == .tooComplex)
    }

    @Test("many runs over a long text that does not fit take no longer than one after another")
    func linear() throws {
        let pattern = try LinkPattern(String(repeating: "*a", count: 200) + "b")
        let text = String(repeating: "a", count: 4000)
        // Backtracking would try more ways than there are atoms; this ends.
        #expect(!pattern.matches(text))
        #expect(pattern.matches(text + "b"))
    }

    @Test("agrees with trying every way, for small patterns and texts")
    func wholeSpace() throws {
        let patterns = Self.words(of: ["a", "b", "*", "?"], upTo: 4)
        let texts = Self.words(of: ["a", "b"], upTo: 4)
        for pattern in patterns {
            let compiled = try LinkPattern(pattern)
            for text in texts where compiled.matches(text) != Self.naive(pattern[...], text[...]) {
                Issue.record("\(pattern) \(text)")
            }
        }
    }

    @Test("a pattern that covers another matches all that it matches, in the whole small space")
    func covers() throws {
        let patterns = Self.words(of: ["a", "b", "*", "?"], upTo: 3)
        let texts = Self.words(of: ["a", "b"], upTo: 5)
        let matched = try patterns.map { pattern in
            let compiled = try LinkPattern(pattern)
            return (compiled, Set(texts.filter { compiled.matches($0) }))
        }
        var covering = 0
        for (one, itsTexts) in matched {
            for (other, otherTexts) in matched where one.covers(other) {
                covering += 1
                if !otherTexts.isSubset(of: itsTexts) { Issue.record("\(one.text) \(other.text)") }
            }
        }
        #expect(covering > 500)
        #expect(try LinkPattern("/a/*").covers(LinkPattern("/a/$(lang)/x")))
        #expect(try !LinkPattern("/a/de/x").covers(LinkPattern("/a/$(lang)/x")))
    }

    @Test("matches paths as slashes say, compared with trying every way, for small patterns and paths")
    func wholeSpaceOfPaths() throws {
        let patterns = Self.words(of: ["a", "/", "*", "?"], upTo: 4)
        let paths = Self.words(of: ["a", "/"], upTo: 4).map { "/" + $0 }
        for pattern in patterns {
            let compiled = try LinkPattern(pattern)
            for path in paths where compiled.matches(path: path) != Self.naive(pattern, path: path) {
                Issue.record("\(pattern) \(path)")
            }
        }
    }

    @Test("a pattern that covers another's paths matches all that it matches, in the whole small space")
    func coversPaths() throws {
        let patterns = Self.words(of: ["a", "/", "*", "?"], upTo: 4)
        let paths = Self.words(of: ["a", "b", "/"], upTo: 4).map { "/" + $0 }
        let matched = try patterns.map { pattern in
            let compiled = try LinkPattern(pattern)
            return (compiled, Set(paths.filter { compiled.matches(path: $0) }))
        }
        var covering = 0
        for (one, itsPaths) in matched {
            for (other, otherPaths) in matched where one.covers(path: other) {
                covering += 1
                if !otherPaths.isSubset(of: itsPaths) { Issue.record("\(one.text) \(other.text)") }
            }
        }
        #expect(covering > 1_000)
        for (one, other) in [
            ("/a/*", "/a"), ("/a/*", "a/"), ("/a", "a"), ("/a/*", "/a/$(lang)/x"), ("/a*", "/a/*"),
            ("*", "?"),
        ] { #expect(try LinkPattern(one).covers(path: LinkPattern(other)), "\(one) \(other)") }
        #expect(try !LinkPattern("/a/?*").covers(path: LinkPattern("/a/*")))
        #expect(try !LinkPattern("/a?*").covers(path: LinkPattern("/a/*")))
    }

    @Test("variables whose strings contain slashes are covered by nothing that the slashes could miss")
    func coversVariables() throws {
        var variables = LinkVariables.standard
        variables.define("any", as: ["", "/", "/a", "a/", "*", "a"])
        let patterns = try [
            "/a", "/a/*", "/*/b", "/a/$(any)", "/$(any)/b", "$(any)a", "/a/*/b", "/?*", "/a?*",
        ]
        .map { try LinkPattern($0, variables: variables) }
        let paths = Self.words(of: ["a", "b", "/"], upTo: 5).map { "/" + $0 }
        for one in patterns {
            for other in patterns where one.covers(path: other) {
                for path in paths where other.matches(path: path) && !one.matches(path: path) {
                    Issue.record("\(one.text) \(other.text) \(path)")
                }
            }
        }
    }

    /// A step-by-step implementation of the slash rules: repeated slashes are merged in pattern and path; the
    /// pattern's leading slash is optional; a trailing `/*` also matches nothing.
    private static func naive(_ pattern: String, path: String) -> Bool {
        let path = "/" + path.split(separator: "/").joined(separator: "/")
        var merged = ""
        for letter in pattern where !(letter == "/" && merged.last == "/") { merged.append(letter) }
        let forms = merged.first == "/" ? [merged] : [merged, "/" + merged]
        return forms.contains { form in
            if naive(form[...], path[...]) { return true }
            // A path's trailing slash matches only a slash in the pattern, with runs after it.
            guard path != "/" else { return false }
            let runs = form.reversed().prefix { $0 == "*" }.count
            let rest = form.dropLast(runs)
            return rest.last == "/" && rest.count > 1 && naive(rest.dropLast(), path[...])
        }
    }

    private static func words(of letters: [String], upTo count: Int) -> [String] {
        var all = [""]
        var last = [""]
        for _ in 0..<count {
            last = last.flatMap { word in letters.map { word + $0 } }
            all += last
        }
        return all
    }

    private static func naive(_ pattern: Substring, _ text: Substring) -> Bool {
        guard let first = pattern.first else { return text.isEmpty }
        if first == "*" {
            return naive(pattern.dropFirst(), text) || !text.isEmpty && naive(pattern, text.dropFirst())
        }
        guard let letter = text.first, first == "?" || first == letter else { return false }
        return naive(pattern.dropFirst(), text.dropFirst())
    }
}
