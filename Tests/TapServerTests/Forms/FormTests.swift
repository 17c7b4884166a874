import ServerKit
import SimulationKit
import Testing
import TokenKit

@testable import TapServer

/// The parameters of forms, and their keys.
@Suite struct FormTests {
    @Test("reads what browsers send, and refuses what is broken")
    func fields() throws {
        let fields = try #require(FormFields("name=A+%C3%84&x=%3C%26&name=second&empty=&alone"))
        #expect(fields["name"] == "A Ä" && fields["x"] == "<&")
        #expect(fields["empty"] == nil && fields["alone"] == nil && fields["none"] == nil)
        #expect(FormFields("a=%zz") == nil && FormFields("a=%FF") == nil && FormFields("a=%4") == nil)
        #expect(FormFields("a%3db=1+%2B%202=3&\u{301}x=ä")?["a=b"] == "1 + 2=3")
        let spaced = try #require(FormFields("a=++x+y%0A&b=%E3%80%80%C3%84%C2%A0&c=+%09"))
        #expect(spaced["a"] == "x y" && spaced["b"] == "Ä" && spaced["c"] == nil)
        #expect(spaced.typed("a") == "  x y\n")
        #expect(FormFields(String(repeating: "a=1&", count: 41)) == nil)
        #expect(FormFields("a=" + String(repeating: "1", count: 2_048)) == nil)
    }

    @Test("any form data is read or refused, and never traps")
    func anything() {
        var generator = SeededGenerator(seed: 3)
        let letters = Array("ab=&%+F0C3;\u{0}é")
        for _ in 0..<2_000 {
            let count = Int.random(in: 0...40, using: &generator)
            let text = String((0..<count).compactMap { _ in letters.randomElement(using: &generator) })
            _ = FormFields(text).flatMap { GiftChoice($0) }
        }
    }

    @Test("a form's key has 22 letters")
    func keys() throws {
        var generator = SeededGenerator(seed: 1)
        let key = FormKey(random: { generator.next() })
        #expect(FormKey(key.text) == key && key.text.count == 22)
        for text in [
            "", "a", key.text + "a", String(key.text.dropLast()) + "/", String(key.text.dropLast()) + "é",
        ] {
            #expect(FormKey(text) == nil)
        }
    }

    @Test("a gift's key depends on the form and the browser, and is in no path")
    func giftKeys() throws {
        let (form, other) = (FormKey("AAAAAAAAAAAAAAAAAAAAAA"), FormKey("BBBBBBBBBBBBBBBBBBBBBB"))
        let browsers = ["", "browser=AAAAAAAAAAAAAAAAAAAAAA", "browser=CCCCCCCCCCCCCCCCCCCCCC"]
            .map { DonorBrowser(Cookies($0)) }
        let keys = try [#require(form), #require(other)].flatMap { form in
            browsers.map { GiftKey(form, $0) }
        }
        let all = keys + keys.map(\.next)
        #expect(Set(all.map(\.requestKey)).count == all.count)
        #expect(keys.map(\.next) == keys.map(\.next))
        for (index, key) in all.enumerated() {
            let segment = String(key.path.dropFirst("/-/give/".count))
            let (own, hasSecret) = (browsers[index % 3], index % 3 != 0)
            #expect(GiftKey(segment: segment, own) == key)
            // Only a key without a secret is exchanged like the token of a link.
            #expect(OpenedLinks.isToken(segment) != hasSecret && !OpenedLinks.isAlias(segment))
            guard hasSecret else { continue }
            #expect(GiftKey(segment: segment, browsers[0]) == nil)
            #expect(GiftKey(segment: segment, browsers[3 - index % 3])?.requestKey != key.requestKey)
            #expect(!segment.contains(key.requestKey.dropFirst("page:".count)))
        }
        for segment in ["", "g", "gg", "g" + String(repeating: "é", count: 22), "hAAAAAAAAAAAAAAAAAAAAAA"] {
            #expect(GiftKey(segment: segment, browsers[1]) == nil)
        }
    }

    @Test(
        "a cookie that is not a secret is ignored",
        arguments: ["", "browser=", "browser=short", "browser=AAAAAAAAAAAAAAAAAAAAA!", "other=1"])
    func browsers(header: String) { #expect(DonorBrowser(Cookies(header)).secret == nil) }

    @Test("a choice survives its query")
    func choice() throws {
        var generator = SeededGenerator(seed: 2)
        var choice = GiftChoice(organization: "Grace", key: FormKey(random: { generator.next() }))
        (choice.fund, choice.amount, choice.isMonthly, choice.coversFee) = ("a.b_c", "50 €&=", true, true)
        (choice.means, choice.isSure, choice.needsConfirmation) = (.wallet, true, true)
        let fields = try #require(FormFields(choice.query))
        #expect(GiftChoice(fields) == choice)
    }
}
