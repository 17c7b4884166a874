import MoneyKit
import SimulationKit
import TestSupport
import Testing

/// M-5: amounts as people type them.
@Suite struct MoneyAsTypedTests {
    @Test(
        "reads every country's separators and the currency's own signs (M-5)",
        arguments: [
            ("50", "usd", 5000), ("50.5", "usd", 5050), ("1,50", "usd", 150), ("75,50", "eur", 7550),
            ("$20", "usd", 2000), ("$ 20", "usd", 2000), ("20 $", "usd", 2000), ("20$", "usd", 2000),
            ("US$20", "usd", 2000), ("USD 20", "usd", 2000), ("20 usd", "usd", 2000),
            ("$20 USD", "usd", 2000),
            ("USD $20.50", "usd", 2050), ("$1,000.00", "usd", 100_000), ("$1.000,00", "usd", 100_000),
            ("€ 20", "eur", 2000), ("20 €", "eur", 2000), ("20\u{A0}€", "eur", 2000), ("€20,50", "eur", 2050),
            ("1.000,00 €", "eur", 100_000), ("1.234.567,89", "eur", 123_456_789),
            ("1 000,00", "eur", 100_000), ("1\u{A0}000,00", "eur", 100_000),
            ("1\u{202F}000,00 €", "eur", 100_000),
            ("1 000", "eur", 100_000), ("1\u{2009}000.50", "eur", 100_050),
            ("CHF 20", "chf", 2000), ("20 CHF", "chf", 2000), ("Fr. 20", "chf", 2000), ("Fr.20", "chf", 2000),
            ("SFr. 20.50", "chf", 2050), ("1'000.50", "chf", 100_050), ("1’000.50", "chf", 100_050),
            ("CHF 1’000.-", "chf", 100_000), ("20.-", "chf", 2000), ("20.– CHF", "chf", 2000),
            ("CHF 20.—", "chf", 2000), ("1.000,-", "eur", 100_000), ("20,-- €", "eur", 2000),
            ("1.000.-", "chf", 100_000), ("20:-", "sek", 2000), ("20 kr", "sek", 2000),
            ("20 kr.", "dkk", 2000),
            ("kr. 20,50", "nok", 2050), ("20 zł", "pln", 2000), ("20 Kč", "czk", 2000),
            ("20 Ft", "huf", 2000),
            ("R$ 20,50", "brl", 2050), ("£20", "gbp", 2000), ("￡20", "gbp", 2000), ("$20", "cad", 2000),
            ("C$20", "cad", 2000), ("A$20", "aud", 2000), ("$20", "mxn", 2000), ("₪20", "ils", 2000),
            ("Rs.500", "inr", 50_000), ("Rs. 500", "inr", 50_000), ("₹1,00,000.50", "inr", 10_000_050),
            ("12,34,567", "inr", 123_456_700), ("ر.س. 20", "sar", 2000), ("20 ر.س.", "sar", 2000),
            ("20 ر.س", "sar", 2000),
            ("¥500", "jpy", 500), ("￥500", "jpy", 500), ("500円", "jpy", 500), ("５００", "jpy", 500),
            ("¥1,000", "jpy", 1000), ("1.000", "jpy", 1000), ("1,234,567", "jpy", 1_234_567),
            ("₩50,000", "krw", 50_000), ("50 000 ₫", "vnd", 50_000), ("50.000đ", "vnd", 50_000),
            ("1.5", "kwd", 1500), ("1,5", "kwd", 1500), ("1.50", "kwd", 1500), ("0.500", "kwd", 500),
            ("0,005", "kwd", 5), ("01.234", "kwd", 1234), ("1000.000", "kwd", 1_000_000),
            ("1,000.000", "kwd", 1_000_000), ("1.000,250", "kwd", 1_000_250), ("KD 1.5", "kwd", 1500),
            ("٥٠", "sar", 5000), ("٥٠٫٥", "sar", 5050), ("١٬٠٠٠٫٥٠", "sar", 100_050),
            ("١٬٠٠٠", "sar", 100_000),
            ("۱۲۳۴", "irr", 123_400), ("२०", "inr", 2000), ("\u{200F}20.50\u{A0}ر.س.\u{200F}", "sar", 2050),
            ("２０．５０", "usd", 2050), ("1，50", "cny", 150), (".50", "usd", 50), (",5", "eur", 50),
            ("$.50", "usd", 50), (" 20 ", "usd", 2000), ("20\n", "usd", 2000), ("007", "usd", 700),
            ("1000000", "usd", 100_000_000), ("1,000,000", "usd", 100_000_000),
        ])
    func reads(text: String, code: String, minorUnits: Int64) throws {
        #expect(try Money(asTyped: text, in: try Currency(code)).minorUnits == minorUnits)
    }

    @Test(
        "asks if a separator can mean thousands or decimals (M-5)",
        arguments: [
            ("1,000", "usd", [100_000, 100]), ("1.000", "eur", [100_000, 100]),
            ("$1,000", "usd", [100_000, 100]),
            ("1.000 €", "eur", [100_000, 100]), ("1.500", "chf", [150_000, 150]),
            ("10,500", "usd", [1_050_000, 1050]),
            ("100.000", "eur", [10_000_000, 10_000]), ("1,234", "usd", [123_400]),
            ("12.345", "eur", [1_234_500]),
            ("1.500", "kwd", [1_500_000, 1500]), ("1,234", "kwd", [1_234_000, 1234]),
            ("1،000", "sar", [100_000, 100]),
            ("１，０００", "usd", [100_000, 100]),
        ])
    func asks(text: String, code: String, readings: [Int64]) throws {
        let currency = try Currency(code)
        #expect { try Money(asTyped: text, in: currency) } throws: { error in
            let error = error as? MoneyError
            return error?.code == .ambiguousAmount && error?.readings.map(\.minorUnits) == readings
        }
    }

    @Test(
        "refuses text that is not an amount in the currency (M-5)",
        arguments: [
            ("", "usd", MoneyError.Code.malformedAmount), ("fifty", "usd", .malformedAmount),
            ("-5", "usd", .malformedAmount), ("−5", "usd", .malformedAmount),
            ("(5)", "usd", .malformedAmount),
            ("+5", "usd", .malformedAmount), ("$-5", "usd", .malformedAmount),
            ("5-", "usd", .malformedAmount),
            ("50.", "usd", .malformedAmount), ("50,", "eur", .malformedAmount),
            ("$", "usd", .malformedAmount),
            (".", "usd", .malformedAmount), ("1e3", "usd", .malformedAmount),
            ("1_000", "usd", .malformedAmount),
            ("1.2.3", "usd", .malformedAmount), ("1,2,3", "usd", .malformedAmount),
            ("1..2", "usd", .malformedAmount),
            ("1,00,00", "inr", .malformedAmount), ("1 00", "eur", .malformedAmount),
            ("1,000.00.00", "usd", .malformedAmount),
            ("1.000,00,00", "eur", .malformedAmount), ("20 40", "usd", .malformedAmount),
            ("20 or 40", "usd", .malformedAmount),
            ("20%", "usd", .malformedAmount), ("½", "usd", .malformedAmount),
            ("Rs .50", "inr", .malformedAmount),
            ("USD.50", "usd", .malformedAmount), ("20.5.-", "chf", .malformedAmount),
            ("1\u{0}0", "usd", .malformedAmount),
            ("5\u{202E}0", "usd", .malformedAmount), ("0x10", "usd", .malformedAmount),
            ("20 dollars", "usd", .malformedAmount),
            ("€20", "usd", .otherCurrency), ("20 EUR", "usd", .otherCurrency), ("$20", "eur", .otherCurrency),
            ("US$20", "cad", .otherCurrency), ("£20 GBP", "eur", .otherCurrency),
            ("¥500", "usd", .otherCurrency),
            ("CHF 20", "eur", .otherCurrency), ("€20 USD", "usd", .otherCurrency),
            ("1.2345", "usd", .tooManyDigits), ("1000,000", "usd", .tooManyDigits),
            ("0.500", "usd", .tooManyDigits),
            ("1,000.000", "usd", .tooManyDigits), ("500.0", "jpy", .tooManyDigits),
            ("¥500.00", "jpy", .tooManyDigits),
            ("1.0000", "kwd", .tooManyDigits), (".500", "eur", .tooManyDigits),
            ("92233720368547758.08", "usd", .overflow), ("99999999999999999999", "jpy", .overflow),
        ])
    func refuses(text: String, currency: String, code: MoneyError.Code) throws {
        let currency = try Currency(currency)
        #expect { try Money(asTyped: text, in: currency) } throws: { ($0 as? MoneyError)?.code == code }
    }

    @Test("refuses amounts of more than 32 characters", arguments: ["0", "٥", "５", "\u{1E955}"])
    func tooLong(digit: String) {
        for (count, isTooLong) in [(25, false), (32, false), (33, true), (97, true), (1_000_000, true)] {
            var code: MoneyError.Code?
            do throws(MoneyError) {
                _ = try Money(asTyped: String(repeating: digit, count: count), in: .usd)
            } catch { code = error.code }
            #expect((code == .amountTooLong) == isTooLong, "\(count)")
        }
    }

    /// Covers all texts of up to six characters, or seven with `TAPKIT_FULL`; each character represents its
    /// kind.
    @Test("reads a text only if it has exactly one reading", arguments: ["usd", "jpy", "kwd"])
    func oneReading(code: String) throws {
        let currency = try Currency(code)
        var texts = [""]
        for _ in 0..<(isFullRun ? 7 : 6) {
            texts = texts.flatMap { text in ["0", "1", ".", ",", "'"].map { text + $0 } }
            for text in texts {
                let readings = Self.readings(of: text)
                let read = try? Money(asTyped: text, in: currency)
                guard let read else { continue }
                let possible = readings.filter { currency.fractionDigits > 0 || $0.fraction.isEmpty }
                #expect(possible.count == 1, "\(text)")
                let exact = possible.first.map { "\($0.whole).\($0.fraction)".trimmingPoint }
                #expect(try exact.map { try Money(parsing: $0, in: currency) } == read, "\(text)")
            }
        }
    }

    /// The space excludes the second text from the fast path for plain amounts.
    @Test("reads a text the same with and without a space before it")
    func quickWay() {
        struct Outcome: Equatable {
            var code: MoneyError.Code?
            var readings: [Money]
        }
        func outcome(_ text: String) -> Outcome {
            do throws(MoneyError) {
                return Outcome(readings: [try Money(asTyped: text, in: .usd)])
            } catch { return Outcome(code: error.code, readings: error.readings) }
        }
        var texts = [
            "999999999", "999999999.99", "9999999999", "9999999999,99", "000000001.05", "1.0a", "/5", "5:",
        ]
        var last = [""]
        for _ in 0..<6 {
            last = last.flatMap { text in ["0", "7", ".", ","].map { text + $0 } }
            texts += last
        }
        for text in texts { #expect(outcome(text) == outcome(" " + text), "\(text)") }
    }

    private struct Reading: Hashable { var whole, fraction: String }

    /// Returns the values that some country writes as this text: each split of the digits is formatted in
    /// every way.
    private static func readings(of text: String) -> Set<Reading> {
        let digits = text.filter(\.isNumber)
        guard !digits.isEmpty else { return [] }
        var found: Set<Reading> = []
        for count in 0...digits.count {
            let (whole, fraction) = (String(digits.prefix(count)), String(digits.dropFirst(count)))
            for decimalMark in [".", ","] {
                let end = fraction.isEmpty ? "" : decimalMark + fraction
                let written = [".", ",", "'"].filter { $0 != decimalMark || fraction.isEmpty }
                    .flatMap { mark in [grouped(whole, mark, 3), grouped(whole, mark, 2)] }
                if ([whole] + written).contains(where: { $0 + end == text }) {
                    found.insert(Reading(whole: whole.isEmpty ? "0" : whole, fraction: fraction))
                }
            }
        }
        return found
    }

    private static func grouped(_ digits: String, _ mark: String, _ size: Int) -> String {
        guard digits.count > 3, digits.first != "0" else { return digits }
        var (rest, groups) = (digits.dropLast(3), [digits.suffix(3)])
        while !rest.isEmpty {
            groups.insert(rest.suffix(size), at: 0)
            rest = rest.dropLast(size)
        }
        return groups.joined(separator: mark)
    }

    @Test(
        "reads any locale's formatted amount as that amount, or offers it as a reading",
        arguments: propertySeeds)
    func locales(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for locale in MoneyLocale.all {
            let currency = try #require(Currency.all.randomElement(using: &generator))
            let size = Int64.random(in: 0...40, using: &generator)
            let money = Money(Int64.random(in: 0...(1 << size), using: &generator), currency)
            let text = money.formatted(locale)
            do {
                let read = try Money(asTyped: text, in: currency)
                #expect(read == money, "\(text)")
            } catch {
                #expect(
                    error.code == .ambiguousAmount && error.readings.contains(money), "\(text) \(error.code)")
            }
        }
    }

    @Test("reads every amount back from its own form", arguments: Currency.all)
    func roundTrip(currency: Currency) throws {
        var generator = SeededGenerator(seed: propertySeeds[0])
        let drawn = (0..<500).map { _ in
            Int64.random(in: 0 ... .max, using: &generator) >> Int64.random(in: 0...62, using: &generator)
        }
        for minorUnits in [0, 1, 10, 100, 999, 1000, 1001, 12_340, 999_999, 1_000_000, .max] + drawn {
            let money = Money(minorUnits, currency)
            #expect(try Money(asTyped: money.typedText, in: currency) == money)
            #expect(try Money(parsing: money.typedText, in: currency) == money)
        }
    }

    @Test("an amount in plain text is read with the point as the decimal separator", arguments: Currency.all)
    func plain(currency: Currency) throws {
        for minorUnits in [0, 1, 10, 500, 999, 1000, 1115, 5500, 12_340, 999_999, .max] as [Int64] {
            let money = Money(minorUnits, currency)
            let text = Money.typedText(ofPlain: money.plainText, in: currency)
            #expect(try Money(asTyped: text, in: currency) == money)
        }
    }

    @Test(
        "text that is not a plain amount with all decimal digits is unchanged",
        arguments: [
            ("1,500", "kwd"), ("1.5", "kwd"), ("01.500", "kwd"), ("1.500 KD", "kwd"), ("-1.500", "kwd"),
            ("1.500,000", "kwd"), ("1.000", "usd"), ("1.000", "jpy"), ("$50", "usd"), ("", "kwd"),
        ])
    func notPlain(text: String, code: String) throws {
        #expect(Money.typedText(ofPlain: text, in: try Currency(code)) == text)
    }

    @Test("any text is read, ambiguous or refused", arguments: propertySeeds)
    func anyText(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let pieces = [
            "$", "€", "USD", " ", "\u{A0}", ".-", "٬", "٫", "５", "٥", "1,000", "-", "Rs.", "\u{200F}",
        ]
        for _ in 0..<50 {
            let text = String(decoding: generator.mutation(of: "1.234,50 €", with: pieces), as: UTF8.self)
            for currency in [Currency.usd, .jpy, .kwd] {
                guard let money = try? Money(asTyped: text, in: currency) else { continue }
                #expect(money.minorUnits >= 0)
            }
        }
    }
}

extension String {
    fileprivate var trimmingPoint: String { hasSuffix(".") ? String(dropLast()) : self }
}
