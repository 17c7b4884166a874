import MoneyKit
import Testing

@Suite struct MoneyErrorTests {
    /// One error of each kind.
    static func errors() -> [MoneyError] {
        func error(_ work: () throws(MoneyError) -> Void) -> MoneyError? {
            do { try work() } catch { return error }
            return nil
        }
        return [
            error { () throws(MoneyError) in _ = try Currency("xxx") },
            error { () throws(MoneyError) in _ = try Money(1, .usd).adding(Money(1, .eur)) },
            error { () throws(MoneyError) in _ = try Money(parsing: "1,50", in: .usd) },
            error { () throws(MoneyError) in _ = try Money(asTyped: "1,000", in: .usd) },
            error { () throws(MoneyError) in _ = try Money(asTyped: "€20", in: .usd) },
            error { () throws(MoneyError) in
                _ = try Money(parsing: String(repeating: "1", count: 33), in: .usd)
            },
            error { () throws(MoneyError) in _ = try Money(parsing: "1.5", in: .jpy) },
            error { () throws(MoneyError) in _ = try Money(.max, .usd).adding(Money(1, .usd)) },
            error { () throws(MoneyError) in _ = try Money(1, .usd).split(into: 0) },
        ]
        .compactMap { $0 }
    }

    @Test("every kind of error has a summary and a remedy")
    func sentences() {
        #expect(Self.errors().map(\.code) == MoneyError.Code.allCases)
        for error in Self.errors() {
            #expect(!error.summary.isEmpty && !error.summary.hasSuffix("."))
            #expect(!error.reason.hasSuffix("."))
            #expect(error.remedy.hasSuffix("."))
        }
    }

    @Test("an error names the amount, the currency and how to write it")
    func example() {
        #expect { try Money(parsing: "1.5", in: .jpy) } throws: { error in
            let error = error as? MoneyError
            return error?.summary == #""1.5" has more decimal digits than JPY allows"#
                && error?.reason == "amounts in this currency have no decimal digits"
                && error?.remedy == "Write the amount like 50000."
        }
    }

    @Test("the amount that a remedy shows as an example is accepted", arguments: Currency.all)
    func acceptedExample(currency: Currency) throws {
        var remedy = ""
        do throws(MoneyError) { _ = try Money(asTyped: "fifty", in: currency) } catch {
            remedy = error.remedy
        }
        let example = String(remedy.dropFirst("Write the amount like ".count).dropLast())
        #expect(try Money(asTyped: example, in: currency) == Money(50_000, currency))
    }

    @Test(
        "shows both readings of an ambiguous amount and how to write each (M-5)",
        arguments: [
            (
                "1,000", "usd", #""1,000" can mean 1000.00 or 1.00 USD"#, "Write 1000 or 1.00."
            ),
            ("1.500", "kwd", #""1.500" can mean 1500.000 or 1.500 KWD"#, "Write 1500 or 1.50."),
            (
                "1.115", "kwd", #""1.115" can mean 1115.000 or 1.115 KWD"#,
                "Write 1115 or 01.115 (meaning 1.115)."
            ),
            ("1.234", "eur", #""1.234" may mean 1234.00 EUR, or have an extra digit"#, "Write 1234."),
        ])
    func ambiguity(text: String, code: String, summary: String, remedy: String) throws {
        let currency = try Currency(code)
        #expect { try Money(asTyped: text, in: currency) } throws: { error in
            let error = error as? MoneyError
            return error?.summary == summary && error?.remedy == remedy
        }
    }

    @Test("shows at most 40 characters, and none that controls a terminal")
    func isSafe() {
        let hostile = "\u{1B}[31m\u{202E}\n" + String(repeating: "x", count: 100)
        #expect { try Currency(hostile) } throws: { error in
            (error as? MoneyError)?.found == "?[31m??" + String(repeating: "x", count: 33)
        }
    }
}
