import MoneyKit
import SimulationKit
import TestSupport
import Testing

@Suite struct MoneyFormattedTests {
    /// Amounts and their texts, in which `~` is a no-break space and `_` a narrow one. Source: CLDR 47,
    /// except the last four.
    static let rows: [(tag: String, minorUnits: Int64, code: String, text: String)] = [
        ("ar-SA", 123456789, "sar", "\u{200F}1,234,567.89~ر.س.\u{200F}"),
        ("ar-SA", -123450, "sar", "\u{200F}\u{200E}-1,234.50~ر.س.\u{200F}"),
        ("ar-SA", 5, "usd", "\u{200F}0.05~US$"),
        ("ar-SA", -1000, "kwd", "\u{200F}\u{200E}-1.000~د.ك.\u{200F}"),
        ("de-CH", 123456789, "chf", "CHF~1’234’567.89"),
        ("de-CH", -123450, "chf", "CHF-1’234.50"),
        ("de-CH", 5, "usd", "$~0.05"),
        ("de-CH", -1000, "kwd", "KWD-1.000"),
        ("de-DE", 123456789, "eur", "1.234.567,89~€"),
        ("de-DE", -123450, "eur", "-1.234,50~€"),
        ("de-DE", 5, "usd", "0,05~$"),
        ("de-DE", -1000, "kwd", "-1,000~KWD"),
        ("en-AU", 123456789, "aud", "$1,234,567.89"),
        ("en-AU", -123450, "aud", "-$1,234.50"),
        ("en-AU", 5, "usd", "USD~0.05"),
        ("en-AU", -1000, "kwd", "-KWD~1.000"),
        ("en-CA", 123456789, "cad", "$1,234,567.89"),
        ("en-CA", -123450, "cad", "-$1,234.50"),
        ("en-CA", 5, "usd", "US$0.05"),
        ("en-CA", -1000, "kwd", "-KWD~1.000"),
        ("en-GB", 123456789, "gbp", "£1,234,567.89"),
        ("en-GB", -123450, "gbp", "-£1,234.50"),
        ("en-GB", 5, "usd", "US$0.05"),
        ("en-GB", -1000, "kwd", "-KWD~1.000"),
        ("en-IN", 123456789, "inr", "₹12,34,567.89"),
        ("en-IN", -123450, "inr", "-₹1,234.50"),
        ("en-IN", 5, "usd", "$0.05"),
        ("en-IN", -1000, "kwd", "-KWD~1.000"),
        ("en-US", 123456789, "usd", "$1,234,567.89"),
        ("en-US", -123450, "usd", "-$1,234.50"),
        ("en-US", 5, "usd", "$0.05"),
        ("en-US", -1000, "kwd", "-KWD~1.000"),
        ("es-ES", 123456789, "eur", "1.234.567,89~€"),
        ("es-ES", -123450, "eur", "-1234,50~€"),
        ("es-ES", 5, "usd", "0,05~US$"),
        ("es-ES", -1000, "kwd", "-1,000~KWD"),
        ("es-MX", 123456789, "mxn", "$1,234,567.89"),
        ("es-MX", -123450, "mxn", "-$1,234.50"),
        ("es-MX", 5, "usd", "USD~0.05"),
        ("es-MX", -1000, "kwd", "-KWD~1.000"),
        ("fr-CA", 123456789, "cad", "1~234~567,89~$"),
        ("fr-CA", -123450, "cad", "-1~234,50~$"),
        ("fr-CA", 5, "usd", "0,05~$~US"),
        ("fr-CA", -1000, "kwd", "-1,000~KWD"),
        ("fr-FR", 123456789, "eur", "1_234_567,89~€"),
        ("fr-FR", -123450, "eur", "-1_234,50~€"),
        ("fr-FR", 5, "usd", "0,05~$US"),
        ("fr-FR", -1000, "kwd", "-1,000~KWD"),
        ("it-IT", 123456789, "eur", "1.234.567,89~€"),
        ("it-IT", -123450, "eur", "-1234,50~€"),
        ("it-IT", 5, "usd", "0,05~USD"),
        ("it-IT", -1000, "kwd", "-1,000~KWD"),
        ("ja-JP", 123456789, "jpy", "￥123,456,789"),
        ("ja-JP", -123450, "jpy", "-￥123,450"),
        ("ja-JP", 5, "usd", "$0.05"),
        ("ja-JP", -1000, "kwd", "-KWD~1.000"),
        ("ko-KR", 123456789, "krw", "₩123,456,789"),
        ("ko-KR", -123450, "krw", "-₩123,450"),
        ("ko-KR", 5, "usd", "US$0.05"),
        ("ko-KR", -1000, "kwd", "-KWD~1.000"),
        ("nl-NL", 123456789, "eur", "€~1.234.567,89"),
        ("nl-NL", -123450, "eur", "€~-1.234,50"),
        ("nl-NL", 5, "usd", "US$~0,05"),
        ("nl-NL", -1000, "kwd", "KWD~-1,000"),
        ("pl-PL", 123456789, "pln", "1~234~567,89~zł"),
        ("pl-PL", -123450, "pln", "-1234,50~zł"),
        ("pl-PL", 5, "usd", "0,05~USD"),
        ("pl-PL", -1000, "kwd", "-1,000~KWD"),
        ("pt-BR", 123456789, "brl", "R$~1.234.567,89"),
        ("pt-BR", -123450, "brl", "-R$~1.234,50"),
        ("pt-BR", 5, "usd", "US$~0,05"),
        ("pt-BR", -1000, "kwd", "-KWD~1,000"),
        ("sv-SE", 123456789, "sek", "1~234~567,89~kr"),
        ("sv-SE", -123450, "sek", "−1~234,50~kr"),
        ("sv-SE", 5, "usd", "0,05~US$"),
        ("sv-SE", -1000, "kwd", "−1,000~KWD"),
        ("und", 123456789, "eur", "EUR~1,234,567.89"),
        ("und", -123450, "eur", "-EUR~1,234.50"),
        ("und", 5, "usd", "USD~0.05"),
        ("und", -1000, "kwd", "-KWD~1.000"),
    ]

    @Test("formats an amount as its country does", arguments: rows)
    func formats(tag: String, minorUnits: Int64, code: String, text: String) throws {
        let expected = text.replacing("~", with: "\u{A0}").replacing("_", with: "\u{202F}")
        #expect(Money(minorUnits, try Currency(code)).formatted(MoneyLocale(tag)) == expected)
    }

    @Test("this test's table contains every locale")
    func tableIsWhole() {
        #expect(Set(Self.rows.map(\.tag)) == Set((MoneyLocale.all + [.plain]).map(\.tag)))
    }

    @Test(
        "knows a locale in any case and with either separator",
        arguments: ["de-CH", "de_CH", "DE-ch", "De_cH"])
    func anyCase(tag: String) { #expect(MoneyLocale(tag).tag == "de-CH") }

    @Test(
        "uses the plain format for a locale that it does not know",
        arguments: ["", "de", "de-AT", "en-US-u-nu-arab", "C.UTF-8", "xx-XX", "de-CH\0"])
    func unknown(tag: String) { #expect(MoneyLocale(tag) == .plain) }

    @Test("shows every digit of the amount, in order, in each locale", arguments: propertySeeds)
    func showsEveryDigit(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let bits = Int64.random(in: 0...63, using: &generator)
        let currency = try #require(Currency.all.randomElement(using: &generator))
        let money = Money(Int64.random(in: .min ... .max, using: &generator) >> bits, currency)
        for locale in MoneyLocale.all + [.plain] {
            let text = money.formatted(locale)
            #expect(text.filter(\.isNumber) == money.plainText.filter(\.isNumber), "\(locale.tag)")
            #expect(text.contains { "-−".contains($0) } == (money.minorUnits < 0), "\(locale.tag)")
        }
    }
}
