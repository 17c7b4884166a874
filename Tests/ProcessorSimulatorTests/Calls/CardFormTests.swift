import Processor
import Testing
import TimeKit

@testable import ProcessorSimulator

/// The card form of the pages.
@Suite struct CardFormTests {
    /// 2026-01-31.
    private static let now = Timestamp(seconds: 1_769_850_000)

    private func card(_ expiry: String) throws -> String {
        try PageCard(name: "", number: "4242 4242 4242 4242", expiry: expiry, code: "123")
            .testName(at: Self.now)
    }

    @Test(
        "an expiration has a slash, a hyphen, a space or no separator, and a year of two or four digits",
        arguments: [
            "12/30", "12 / 30", "12/2030", "1230", "122030", "12-30", "12 - 2030", "12 30", " 1230 ", "1/30",
            "0130", "01-2030",
        ])
    func accepted(expiry: String) throws {
        #expect(try card(expiry) == card("12/34"))
    }

    @Test(
        "other text is an incomplete expiration",
        arguments: [
            "", "12", "123", "12303", "1220300", "12/3", "12/203", "12/30/1", "ab30", "12/ab", "+1/30",
            "١٢٣٠", "12.30",
        ])
    func incomplete(expiry: String) async {
        let error = await refusal { try card(expiry) }
        #expect(error?.code == "incomplete_expiry" && error?.status == 402)
    }

    @Test("a month that does not exist and a past date are refused", arguments: ["1330", "0030", "1225"])
    func wrong(expiry: String) async {
        let error = await refusal { try card(expiry) }
        #expect(error?.status == 402 && error?.code?.hasPrefix("invalid_expiry_") == true)
    }

    @Test("dates, cards and prices are written as people write them")
    func text() {
        #expect(PageText.date(Self.now) == "January 31, 2026")
        #expect(PageText.card(brand: "visa", last4: "4242") == "Visa ending in 4242")
        #expect(PageText.card(brand: "mastercard", last4: "4444") == "Mastercard ending in 4444")
        #expect(PageText.card(brand: "amex", last4: "0005") == "American Express ending in 0005")
    }
}
