import MoneyKit
import PaymentCore
import SimulationKit
import TestSupport
import Testing
import TimeKit

/// The payment request of a wallet's sheet.
@Suite struct PaymentRequestTests {
    private static let builder = PaymentRequest.Merchant(
        identifier: "merchant.com.affilia.payments", name: "Builder", countryCode: "US")

    // G1-21
    @Test("has the lines of the quote, and the total under the payee's name")
    func lines() throws {
        let quote = try Quote.job(50_000_00, payer: 500)
        let request = PaymentRequest(quote, for: "A house", to: Self.builder)
        #expect(request.paymentSummaryItems.map(\.label) == ["A house", "Service fee", "Builder"])
        #expect(request.paymentSummaryItems.map(\.amount.minorUnits) == [50_000_00, 2_500_00, 52_500_00])
        #expect(request.merchantIdentifier == "merchant.com.affilia.payments")
        #expect(request.currencyCode == "USD" && request.countryCode == "US" && request.recurring == nil)
        #expect(request.requiredContactFields == [.emailAddress, .phoneNumber, .name])
    }

    // G1-21
    @Test("the lines add up to the total, for any amount and any covered fee")
    func sums() throws {
        for seed in propertySeeds {
            var generator = SeededGenerator(seed: seed)
            let amount = Money(Int64.random(in: 100...1_000_000, using: &generator), .usd)
            let quote = try Quote(
                of: amount, coveringFee: Bool.random(using: &generator),
                by: FeeRule(processing: .standard, platform: BasisPoints(100)))
            let request = PaymentRequest(quote, for: "Missions", to: Self.builder)
            let sum = request.lines.reduce(0) { $0 + $1.amount.minorUnits }
            #expect(sum == request.paymentSummaryItems.last?.amount.minorUnits, "seed \(seed)")
            #expect(sum == quote.total.minorUnits && request.currencyCode == "USD", "seed \(seed)")
        }
    }

    // G1-17, G1-21
    @Test("a monthly payment states its day, its amount, and the page on which to cancel it")
    func monthly() throws {
        let quote = try Quote.job(20_00)
        let start = try #require(CalendarDate(year: 2026, month: 1, day: 31))
        let recurring = try RecurringPaymentRequest(
            monthly: quote, described: "Monthly gift to Grace", from: start,
            managedAt: "https://tap.example/my")
        #expect(recurring.paymentDescription == "Monthly gift to Grace" && recurring.startDate == start)
        #expect(
            recurring.regularBilling.amount == quote.total
                && recurring.managementURL == "https://tap.example/my")
        #expect(recurring.intervalUnit == "month" && recurring.intervalCount == 1)
        #expect(
            recurring.billingAgreement
                == "You will be charged 20.00 USD every month, starting 2026-01-31, until you cancel.")
    }

    // G1-21
    @Test(
        "refuses a management page without HTTPS",
        arguments: ["http://tap.example", "https://", ""])
    func managementURL(url: String) throws {
        let quote = try Quote.job(20_00)
        let start = try #require(CalendarDate(year: 2026, month: 1, day: 31))
        #expect(throws: PaymentError.self) {
            try RecurringPaymentRequest(
                monthly: quote, described: "Monthly gift", from: start, managedAt: url)
        }
    }
}
