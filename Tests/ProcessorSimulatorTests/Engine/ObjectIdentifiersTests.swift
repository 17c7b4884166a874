import Testing

@testable import ProcessorSimulator

@Suite struct ObjectIdentifiersTests {
    @Test("an id has Stripe's format, and contains its number")
    func shape() {
        var identifiers = ObjectIdentifiers(after: 0, seed: 1)
        var before = ""
        for number in Int64(1)...2000 {
            let id = identifiers.next("pi")
            #expect(id.hasPrefix("pi_") && id.count == 27)
            #expect(id > before)
            #expect(ObjectIdentifiers.number(in: id) == number)
            before = id
        }
    }

    @Test("seeds change only the second half of an id")
    func seeds() {
        var (one, two) = (ObjectIdentifiers(after: 61, seed: 1), ObjectIdentifiers(after: 61, seed: 2))
        let (first, second) = (one.next("ch"), two.next("ch"))
        #expect(first != second)
        #expect(first.prefix(11) == second.prefix(11))
    }

    @Test(
        "a malformed id has no number",
        arguments: ["", "_", "pi", "pi_", "pi_1234567", "pi_1234567-", "pi_1234567é"])
    func noNumber(text: String) {
        #expect(ObjectIdentifiers.number(in: text) == nil)
    }

    @Test("the largest number of eight letters and digits does not overflow")
    func largest() {
        #expect(ObjectIdentifiers.number(in: "pi_zzzzzzzz") == 218_340_105_584_895)
    }
}
