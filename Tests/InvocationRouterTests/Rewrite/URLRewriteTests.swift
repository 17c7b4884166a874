import Foundation
import InvocationRouter
import TestSupport
import Testing

/// T-5: a writer never drops a fund or a monthly flag silently.
@Suite("URL rewriting (T-5)") struct URLRewriteTests {
    static let base = "https://appclip.tap.giving/WoodlandsChurch"
    static let canonical = base + "?f=12&r=1"

    @Test(
        "refuses what was probably meant as a known parameter, and shows the corrected URL",
        arguments: [
            // Names that resemble known ones.
            ("?fund=12&r=1", "parameterTypo", "?f=12&r=1"),
            ("?f=12&recurring=1", "parameterTypo", "?f=12&r=1"),
            ("?f=12&monthly=true", "parameterTypo", "?f=12&r=1"), ("?Fund=12", "parameterTypo", "?f=12&r=0"),
            ("?fnud=12&r=1", "parameterTypo", "?f=12&r=1"), ("?fund_id=12&r=1", "parameterTypo", "?f=12&r=1"),
            ("?fundId=12&r=1", "parameterTypo", "?f=12&r=1"),
            ("?f=12&reccuring=1", "parameterTypo", "?f=12&r=1"),
            ("?f=12&isMonthly=yes", "parameterTypo", "?f=12&r=1"),
            ("?f=12&recur=1", "parameterTypo", "?f=12&r=1"),
            ("?f=12&monatlich=1", "parameterTypo", "?f=12&r=1"), ("?ff=12&r=1", "parameterTypo", "?f=12&r=1"),
            ("?f=12&r%20=1", "parameterTypo", "?f=12&r=1"), ("?f%5B%5D=12&r=1", "parameterTypo", "?f=12&r=1"),
            ("?org=woodlandschurch&f=12&r=1", "parameterTypo", "?f=12&r=1"),
            ("?organisation=WoodlandsChurch&f=12&r=1", "parameterTypo", "?f=12&r=1"),
            ("?f=12&r=1&tag=A12", "parameterTypo", "?f=12&r=1&t=A12"),
            ("?f=12&r=1&piccdata=0&cmac=0", "invalidSUN", "?f=12&r=1"),
            ("?f=12&r=1&picc-data=0", "parameterTypo", "?f=12&r=1"),
            ("?f=12&r=1&mac=0", "parameterTypo", "?f=12&r=1"),
            // Names in another case, which profile strict refuses.
            ("?F=12&r=1", "parameterCase", "?f=12&r=1"), ("?f=12&R=1", "parameterCase", "?f=12&r=1"),
            ("?f=12&r=1&T=A12", "parameterCase", "?f=12&r=1&t=A12"),
            // Names of a single letter.
            ("?g=12&r=1", "unknownLetter", "?f=12&r=1"), ("?f=12&e=1", "unknownLetter", "?f=12&r=1"),
            ("?f=12&r=1&x=9", "unknownLetter", "?f=12&r=1"), ("?f=12&v=1", "versionAsRecurring", "?f=12&r=1"),
            ("?v=1", "versionAsRecurring", "?r=1"),
            // Wrong separators.
            ("?f=12&amp;r=1", "wrongSeparator", "?f=12&r=1"),
            ("?f=12&AMP;r=1", "wrongSeparator", "?f=12&r=1"),
            ("?f=12&amp;amp;r=1", "wrongSeparator", "?f=12&r=1"),
            ("?f=12&amp%3Br=1", "wrongSeparator", "?f=12&r=1"),
            ("?f=12;r=1", "wrongSeparator", "?f=12&r=1"), ("?r=1;f=12", "wrongSeparator", "?f=12&r=1"),
            ("?f=12%26r=1", "wrongSeparator", "?f=12&r=1"), ("?f=12,r=1", "wrongSeparator", "?f=12&r=1"),
            ("?f=12?r=1", "wrongSeparator", "?f=12&r=1"), ("??f=12&r=1", "wrongSeparator", "?f=12&r=1"),
            ("?utm_source=mail;f=12&r=1", "wrongSeparator", "?f=12&r=1"),
            ("?r=1&utm_source=mail&amp;f=12", "wrongSeparator", "?f=12&r=1"),
            ("?r=1&utm_source=mail%26f=12", "wrongSeparator", "?f=12&r=1"),
            ("?r=1&utm_source=mailf=12", "wrongSeparator", "?f=12&r=1"),
            ("?f=12r=1", "wrongSeparator", "?f=12&r=1"), ("?f=12&ampr=1", "parameterTypo", "?f=12&r=1"),
            // A missing name or =.
            ("?=12&r=1", "namelessValue", "?f=12&r=1"), ("?f12&r=1", "missingEquals", "?f=12&r=1"),
            ("?f=12&r1", "parameterTypo", "?f=12&r=1"), ("?f=12&r:1", "parameterTypo", "?f=12&r=1"),
            ("?fmissions&r=1", "missingEquals", "?f=missions&r=1"),
            ("?f%3D12&r=1", "wrongSeparator", "?f=12&r=1"), ("?12", "namelessValue", "?f=12&r=0"),
            ("?r=1&12", "namelessValue", "?f=12&r=1"), ("?fund-12&r=1", "parameterTypo", "?f=12&r=1"),
            ("?f=12&gift=monthly", "parameterTypo", "?f=12&r=1"), ("?f=1 2", "forbiddenCharacter", nil),
            ("?f=12&monthly", "parameterTypo", "?f=12&r=1"),
            // Parameters after a #.
            ("?f=12#r=1", "fragmentParameters", "?f=12&r=1"), ("#f=12", "fragmentParameters", "?f=12&r=0"),
            ("#f=12&r=1", "fragmentParameters", "?f=12&r=1"),
            ("#?f=12&r=1", "fragmentParameters", "?f=12&r=1"),
            ("?f=12&#38;r=1", "fragmentParameters", "?f=12&r=1"),
            ("?f=12#monthly", "fragmentParameters", "?f=12&r=1"),
            ("?f=12#r%3D1", "fragmentParameters", "?f=12&r=1"),
            ("?f=12#r1", "fragmentParameters", "?f=12&r=1"),
            ("?f=12&r=1#utm_source=mail", "fragmentParameters", "?f=12&r=1"),
            // Values as people write them.
            ("?f=12&r=true", "invalidRecurring", "?f=12&r=1"),
            ("?f=12&r=monthly", "invalidRecurring", "?f=12&r=1"),
            ("?f=12&r=no", "invalidRecurring", "?f=12&r=0"), ("?f=12&r=1.", "invalidRecurring", "?f=12&r=1"),
            ("?f=12&r=7", "invalidRecurring", nil), ("?f=&r=1", "invalidFund", nil),
            ("?f=1&f=2", "duplicateParameter", nil), ("?f=12&fund=13", "parameterTypo", nil),
            ("?f=12&frequency=weekly", "parameterTypo", nil), ("?org=Hope&f=12", "parameterTypo", nil),
            ("?f=12\\u0026r=1", "forbiddenCharacter", "?f=12&r=1"),
            ("?f=12&r=1”", "forbiddenCharacter", "?f=12&r=1"),
            ("?f=12&r=1\n", "forbiddenCharacter", "?f=12&r=1"),
            ("&f=12&r=1", "invalidOrg", "?f=12&r=1"), ("/f=12", "unexpectedPath", nil),
        ] as [(String, String, String?)])
    func refusals(given: String, code: String, corrected: String?) throws {
        let refusal = #expect(throws: URLRefusal.self) { try URLRewrite(Self.base + given) }
        #expect(refusal?.code == code)
        #expect(refusal?.corrected == corrected.map { Self.base + $0 })
        #expect(refusal?.summary.isEmpty == false)
    }

    @Test(
        "lists every other piece that it drops, changes, adds or moves",
        arguments: [
            ("?f=12&r=1", []), ("?f=12&r=1&utm_source=mail", ["dropped parameter utm_source=mail"]),
            (
                "?utm_source=a&utm_source=b&f=12&r=1",
                ["dropped parameter utm_source=a", "dropped parameter utm_source=b"]
            ),
            ("?f=12", ["added parameter - r=0"]), ("/?f=12&r=1", ["dropped slash /"]),
            ("?r=1&f=12", ["moved parameter r=1&f=12 f=12&r=1"]),
            ("?f=%31%32&r=1", ["changed parameter f=%31%32 f=12"]),
            (
                "?%66=12&r=1&&",
                ["changed parameter %66=12 f=12", "dropped parameter &", "dropped parameter &"]
            ),
            ("?f=12&r=1&v=1", ["dropped parameter v=1"]), ("?f=12&r=1#top", ["dropped fragment #top"]),
            ("?f=12&r=1#", ["dropped fragment #"]),
            (
                "?m=00000000000000&f=12&r=1",
                [
                    "changed parameter m=00000000000000 m=00000000000000x000000",
                    "moved parameter m=00000000000000&f=12&r=1 f=12&r=1&m=00000000000000",
                ]
            ),
        ] as [(String, [String])])
    func changes(given: String, changes: [String]) throws {
        #expect(try URLRewrite(Self.base + given).changes.map(\.brief) == changes)
    }

    @Test("lists changes before the query, including the directory's spelling and the host")
    func origin() throws {
        let hosts = try #require(HostList(["give.example", "appclip.tap.giving"]))
        let rewrite = try URLRewrite(
            "HTTPS://AppClip.Tap.Giving:443/%67race/?r=1", org: "Grace", host: hosts.primary, hosts: hosts)
        #expect(rewrite.written == "https://give.example/Grace?r=1")
        #expect(
            rewrite.changes.map(\.brief) == [
                "changed scheme HTTPS https", "changed host AppClip.Tap.Giving give.example",
                "dropped port :443", "changed organization %67race Grace", "dropped slash /",
            ])
    }

    @Test(
        "lowercases only the scheme and host of another site's URL",
        arguments: [
            ("HTTPS://Church.Example/Give?F=12;x#Top", "https://church.example/Give?F=12;x#Top", 2),
            ("https://church.example", "https://church.example", 0),
            ("HTTP://church.example:8080/A", "http://church.example:8080/A", 1),
            ("https://User@Church.Example/", "https://User@Church.Example/", 0), ("no URL", "no URL", 0),
        ])
    func elsewhere(url: String, written: String, changes: Int) {
        let found = URLRewrite.elsewhere(url)
        #expect(found.written == written && found.changes.count == changes)
    }

    @Test("of 200 harmless variants at least 198 are written, and each of them as it should be")
    func harmless() throws {
        let file = SharedFixtures.projectFolder.appending(path: "fixtures/urls/harmless.tsv")
        let lines = String(decoding: try Data(contentsOf: file), as: UTF8.self).split(separator: "\n")
        #expect(Set(lines).count == 200)
        var written = 0
        for line in lines {
            let fields = line.split(separator: "\t").map(String.init)
            guard let rewrite = try? URLRewrite(fields[0]) else {
                print("refused although harmless: \(fields[0])")
                continue
            }
            written += 1
            #expect(rewrite.written == fields[1])
            #expect((fields[0] == fields[1]) == rewrite.changes.isEmpty)
            expectAllListed(rewrite)
        }
        print("harmless variants written: \(written) of \(lines.count)")
        #expect(written >= 198)
    }

    @Test(
        "after any change of one character, what is written says what the text says and lists the rest, or it is refused",
        arguments: [
            "?f=12&r=1", "?r=0", "?f=missions&r=0", "?f=7&r=1&t=A12", "?r=1&utm_source=mail&f=7",
            "?fbclid=IwAR0-x&f=12&r=1", "?f=12&r=1&m=00000000000000x000000", "/?r=1&f=0#top",
        ])
    func singleCharacters(query: String) throws {
        var (refused, accepted) = (0, 0)
        let given = Self.base + query
        let meant = Literal(given)
        for text in Self.singleChanges(of: query) {
            let url = Self.base + text
            guard let rewrite = try? URLRewrite(url) else {
                refused += 1
                continue
            }
            accepted += 1
            let (said, written) = (Literal(url), Literal(rewrite.written))
            #expect(written.fund == said.fund, "\(url)")
            #expect((written.flag ?? "0") == (said.flag ?? "0"), "\(url)")
            #expect(
                try Invocation.parse(rewrite.written).warnings.allSatisfy { $0 != .fragmentDropped }, "\(url)"
            )
            expectAllListed(rewrite)
            // Stronger: no change of one character drops a fund or a monthly flag without a refusal. The
            // exception is a change that makes another valid parameter of it: a tag's id.
            if said.tag != meant.tag { continue }
            #expect(written.fund != nil || meant.fund == nil, "\(url)")
            #expect(written.flag == "1" || meant.flag != "1" || said.flag == "0", "\(url)")
        }
        print("single-character changes of \(query): \(accepted) written, \(refused) refused")
        #expect(accepted > 0 && refused > accepted / 10)
    }

    @Test(
        "a corrected URL is written as it is",
        arguments: ["?f=12&r=1", "?f=7&r=1&t=A12", "?r=1&utm_source=mail&f=7"])
    func corrected(query: String) {
        var shown = 0
        for text in Self.singleChanges(of: query) {
            do {
                _ = try URLRewrite(Self.base + text)
            } catch {
                guard let corrected = error.corrected else { continue }
                shown += 1
                let again = try? URLRewrite(corrected)
                #expect(again?.written == corrected && again?.changes.isEmpty == true, "\(text) \(corrected)")
            }
        }
        #expect(shown > 0)
    }

    @Test("no sentence holds what came from outside unescaped")
    func sentences() {
        for given in ["?f%0A=1", "?%E2%80%8Bf=1", "?fund%1B=1&r=1", "?fund=\u{202E}1", "?utm\u{7}=1"] {
            do {
                let rewrite = try URLRewrite(Self.base + given)
                for change in rewrite.changes {
                    #expect(change.summary.escapedForDisplay() == change.summary)
                }
            } catch {
                for text in [error.summary, error.reason, error.found] {
                    #expect(text.escapedForDisplay() == text)
                }
            }
        }
    }

    /// Expects every piece of the given query and fragment in the written URL or in the list of changes.
    private func expectAllListed(_ rewrite: URLRewrite) {
        let listed = rewrite.changes.compactMap(\.from)
        let (given, written) = (Literal(rewrite.original), Literal(rewrite.written))
        for piece in given.pieces {
            let isKept = written.pieces.contains(piece) || listed.contains(piece.isEmpty ? "&" : piece)
            #expect(isKept, "\(rewrite.original): \(piece)")
        }
        if let fragment = given.fragment { #expect(listed.contains("#" + fragment)) }
        #expect((rewrite.original == rewrite.written) == rewrite.changes.isEmpty || given.isEmptyQuery)
    }

    /// Returns every text that differs by one substitution, insertion or deletion.
    private static func singleChanges(of text: String) -> [String] {
        let letters = Array(
            "abcdefghijklmnopqrstuvwxyzFRTVMX0129&=;#%+ ?/:,.-_~@!$'()*[]{}|\\^\"<>`\té\u{200B}")
        let text = Array(text)
        var changed: [String] = []
        for position in 0...text.count {
            for letter in letters {
                changed.append(String(text[..<position] + [letter] + text[position...]))
                if position < text.count, letter != text[position] {
                    changed.append(String(text[..<position] + [letter] + text[(position + 1)...]))
                }
            }
            if position < text.count { changed.append(String(text[..<position] + text[(position + 1)...])) }
        }
        return changed
    }
}

/// The literal content of a URL, read without the parser.
private struct Literal {
    var pieces: [String] = []
    var fund: String?
    var flag: String?
    var tag: String?
    var fragment: String?
    var isEmptyQuery = false

    init(_ url: String) {
        var rest = url[...]
        if let hash = rest.firstIndex(of: "#") {
            fragment = String(rest[rest.index(after: hash)...])
            rest = rest[..<hash]
        }
        guard let mark = rest.firstIndex(of: "?") else { return }
        let query = rest[rest.index(after: mark)...]
        isEmptyQuery = query.isEmpty
        pieces =
            query.isEmpty
            ? [] : query.split(separator: "&", omittingEmptySubsequences: false).map(String.init)
        for piece in pieces {
            let parts = piece.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                .map { String($0).removingPercentEncoding ?? String($0) }
            guard parts.count == 2 else { continue }
            if parts[0] == "f" { fund = parts[1] }
            if parts[0] == "r" { flag = parts[1] }
            if parts[0] == "t" { tag = parts[1] }
        }
    }
}

extension URLRewrite.Change {
    fileprivate var brief: String {
        ["\(kind)", "\(part)", from ?? "-", to].compactMap(\.self).joined(separator: " ")
    }
}
