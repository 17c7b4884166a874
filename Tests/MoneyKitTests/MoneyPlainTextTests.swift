import MoneyKit
import SimulationKit
import TestSupport
import Testing

@Suite struct MoneyPlainTextTests {
    @Test(
        "reads an amount exactly",
        arguments: [
            ("50", "usd", 5000, "50.00"), ("50.5", "usd", 5050, "50.50"), ("50.00", "usd", 5000, "50.00"),
            ("0.05", "usd", 5, "0.05"), ("-0.05", "usd", -5, "-0.05"), ("1.15", "usd", 115, "1.15"),
            ("007.10", "usd", 710, "7.10"), ("-0", "usd", 0, "0.00"), ("500", "jpy", 500, "500"),
            ("1", "kwd", 1000, "1.000"), ("1.5", "kwd", 1500, "1.500"), ("0.001", "kwd", 1, "0.001"),
            ("92233720368547758.07", "usd", .max, "92233720368547758.07"),
            ("-92233720368547758.08", "usd", .min, "-92233720368547758.08"),
            ("-9223372036854775808", "jpy", .min, "-9223372036854775808"),
            ("00000000000000000000000000000001", "jpy", 1, "1"),
        ])
    func reads(text: String, code: String, minorUnits: Int64, plain: String) throws {
        let money = try Money(parsing: text, in: try Currency(code))
        #expect(money.minorUnits == minorUnits)
        #expect(money.plainText == plain)
    }

    @Test(
        "refuses text that is not an amount",
        arguments: [
            "", "-", "--1", "+1", " 1", "1 ", "1,234.50", "1.234,50", "1'000", "1_000", "1e3", "1E3", "0x10",
            "nan",
            "NaN", "inf", ".5", "5.", ".", "-.5", "1.2.3", "1..2", "$5", "5 USD", "٥", "１", "½", "1\0", "1\n",
            "−1",
        ])
    func refuses(text: String) { expect(.malformedAmount, of: text, in: .usd) }

    @Test("refuses more decimal digits than the currency has, also zeros")
    func tooManyDigits() {
        expect(.tooManyDigits, of: "50.001", in: .usd)
        expect(.tooManyDigits, of: "50.000", in: .usd)
        expect(.tooManyDigits, of: "500.0", in: .jpy)
        expect(.tooManyDigits, of: "1.0000", in: .kwd)
    }

    @Test("refuses amounts over 64 bits, and strings over 32 characters")
    func tooLarge() {
        expect(.overflow, of: "92233720368547758.08", in: .usd)
        expect(.overflow, of: "-92233720368547758.09", in: .usd)
        expect(.overflow, of: "9223372036854775808", in: .jpy)
        expect(.overflow, of: "184467440737095516.16", in: .usd)
        expect(.overflow, of: String(repeating: "9", count: 32), in: .usd)
        expect(.amountTooLong, of: String(repeating: "0", count: 33), in: .usd)
        expect(.amountTooLong, of: String(repeating: "9", count: 1_000_000), in: .usd)
    }

    private func expect(_ code: MoneyError.Code, of text: String, in currency: Currency) {
        #expect { try Money(parsing: text, in: currency) } throws: { ($0 as? MoneyError)?.code == code }
    }

    @Test("reads back the same amount in every currency", arguments: Currency.all)
    func roundTrip(currency: Currency) throws {
        var generator = SeededGenerator(seed: propertySeeds[0])
        let near: [Int64] = [
            .min, .min + 1, -1000, -999, -100, -99, -10, -1, 0, 1, 9, 10, 99, 100, 999, 1000, .max,
        ]
        let drawn = (0..<200).map { _ in
            Int64.random(in: .min ... .max, using: &generator) >> Int64.random(in: 0...63, using: &generator)
        }
        for minorUnits in near + drawn {
            let money = Money(minorUnits, currency)
            #expect(try Money(parsing: money.plainText, in: currency) == money)
        }
    }

    @Test("reads any text as an amount, or refuses it", arguments: propertySeeds)
    func anyText(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let characters = Array("0123456789.-, e+٣")
        for _ in 0..<50 {
            let text = String(
                (0..<Int.random(in: 0...24, using: &generator)).compactMap { _ in
                    characters.randomElement(using: &generator)
                })
            guard let money = try? Money(parsing: text, in: .kwd) else { continue }
            #expect((try? Money(parsing: money.plainText, in: .kwd)) == money)
        }
    }
}
