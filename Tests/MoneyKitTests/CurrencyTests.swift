import Foundation
import MoneyKit
import Testing

@Suite struct CurrencyTests {
    @Test("reads a code in any case", arguments: ["usd", "USD", "Usd"])
    func anyCase(code: String) throws { #expect(try Currency(code) == .usd) }

    @Test(
        "refuses unknown currencies",
        arguments: [
            "", "us", "usdd", "xxx", "xau", "hrk", "bgn", "zwl", "ang", "clf", "us ", "ＵＳＤ", "\u{212A}wd",
            "usd\0",
        ])
    func refuses(code: String) {
        #expect { try Currency(code) } throws: { ($0 as? MoneyError)?.code == .unknownCurrency }
    }

    @Test("has the processor's minor units and smallest step of a charge", arguments: Currency.all)
    func digits(currency: Currency) {
        let zero: Set = [
            "bif", "clp", "djf", "gnf", "jpy", "kmf", "krw", "mga", "pyg", "rwf", "vnd", "vuv", "xaf", "xof",
            "xpf",
        ]
        let three: Set = ["bhd", "iqd", "jod", "kwd", "lyd", "omr", "tnd"]
        let digits = zero.contains(currency.code) ? 0 : three.contains(currency.code) ? 3 : 2
        #expect(currency.fractionDigits == digits)
        let step: Int64 = ["isk", "ugx"].contains(currency.code) ? 100 : digits == 3 ? 10 : 1
        #expect(currency.chargeStep == step)
    }

    @Test("the table contains each currency once, and each named currency")
    func table() throws {
        #expect(Currency.all.count == 155)
        #expect(Currency.all.map(\.code) == Set(Currency.all.map(\.code)).sorted())
        let named: [Currency] = [.usd, .eur, .gbp, .chf, .cad, .aud, .sar, .jpy, .kwd]
        for currency in named { #expect(try Currency(currency.code) == currency) }
    }

    @Test("is encoded as its code")
    func codable() throws {
        let data = try JSONEncoder().encode([Currency.kwd])
        #expect(String(decoding: data, as: UTF8.self) == #"["kwd"]"#)
        #expect(try JSONDecoder().decode([Currency].self, from: Data(#"["KWD"]"#.utf8)) == [.kwd])
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([Currency].self, from: Data(#"["xxx"]"#.utf8))
        }
    }
}
