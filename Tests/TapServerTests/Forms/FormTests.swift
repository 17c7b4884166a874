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

    @Test("whatever is sent is read or refused, and never traps")
    func anything() {
        var generator = SeededGenerator(seed: 3)
        let letters = Array("ab=&%+F0C3;\u{0}é")
        for _ in 0..<2_000 {
            let count = Int.random(in: 0...40, using: &generator)
            let text = String((0..<count).compactMap { _ in letters.randomElement(using: &generator) })
            _ = FormFields(text).flatMap { GiftChoice($0) }
        }
    }

    @Test("a key has 22 letters, and the next one is always the same and another")
    func keys() throws {
        var generator = SeededGenerator(seed: 1)
        let key = FormKey(random: { generator.next() })
        #expect(FormKey(key.text) == key && key.text.count == 22)
        #expect(key.next == key.next && key.next != key && FormKey(key.next.text) != nil)
        for text in [
            "", "a", key.text + "a", String(key.text.dropLast()) + "/", String(key.text.dropLast()) + "é",
        ] {
            #expect(FormKey(text) == nil)
        }
    }

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
