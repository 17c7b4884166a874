import Processor
import ProcessorSimulator
import SimulationKit
import Testing
import TimeKit

/// Payments on the page of an invoice: money, states and retries.
@Suite struct InvoicePageTests {
    private let visa = PageCard(name: "pm_card_visa", number: "")
    private let declining = PageCard(name: "pm_card_visa_chargeDeclinedStolenCard", number: "")

    /// Makes the open invoice of a declined renewal of a monthly gift of 50.00.
    private func declined(_ bench: ProcessorBench) async throws -> (subscription: String, invoice: Invoice) {
        let gift = try await bench.monthly()
        let card = try await bench.processor.attach(
            "pm_card_chargeCustomerFail", to: gift.customer, key: bench.key)
        _ = await bench.api("POST", "/v1/subscriptions/\(gift.id)", "default_payment_method=\(card.id)")
        bench.go(to: "2026-02-28T10:00:00Z")
        return (gift.id, try #require(try await bench.invoices(of: gift.id).last))
    }

    @Test("a payment on the page ends the failure, and is booked once")
    func pays() async throws {
        let bench = try ProcessorBench()
        let (subscription, invoice) = try await declined(bench)
        let before = try await bench.holding(of: nil)
        #expect(try await bench.processor.invoicePage(invoice.id).state == .open)
        #expect(try await bench.processor.pay(invoicePage: invoice.id, with: visa) == .complete)
        bench.clock.advance(seconds: 10)
        #expect(try await bench.holding(of: nil) - before == 5000 - 175)
        #expect(try await bench.processor.subscription(subscription).status == .active)
        guard case .paid(let receipt) = try await bench.processor.invoicePage(invoice.id).state else {
            Issue.record("no receipt")
            return
        }
        #expect(receipt.method == "Visa ending in 4242")
        #expect(receipt.date == "February 28, 2026")
        let again = await refusal { try await bench.processor.pay(invoicePage: invoice.id, with: visa) }
        #expect(again?.status == 400)
    }

    @Test("a decline on the page leaves the planned retries as they are")
    func declinesOnPage() async throws {
        let bench = try ProcessorBench()
        let (subscription, invoice) = try await declined(bench)
        let result = try await bench.processor.pay(invoicePage: invoice.id, with: declining)
        guard case .declined = result else {
            Issue.record("it was not declined")
            return
        }
        let after = try #require(try await bench.invoices(of: subscription).last)
        #expect(after.status == .open)
        #expect(after.nextPaymentAttempt == invoice.nextPaymentAttempt && after.nextPaymentAttempt != nil)
        #expect(try await bench.processor.invoicePage(invoice.id).problem != nil)
    }

    @Test("the page lists discounts, and its lines add up to the total")
    func lines() async throws {
        let bench = try ProcessorBench()
        let donor = try await bench.donor()
        let coupon = await bench.api("POST", "/v1/coupons", "percent_off=10")
        let draft = await bench.api(
            "POST", "/v1/invoices", "customer=\(donor.id)&currency=usd&discounts[0][coupon]=\(coupon["id"])")
        _ = await bench.api(
            "POST", "/v1/invoiceitems",
            "customer=\(donor.id)&invoice=\(draft["id"])&amount=1000&currency=usd&description=Hall")
        let error = await refusal { try await bench.processor.invoicePage(draft["id"]) }
        #expect(error?.status == 404)
        _ = await bench.api("POST", "/v1/invoices/\(draft["id"])/finalize")
        let page = try await bench.processor.invoicePage(draft["id"])
        #expect(page.lines.map(\.description) == ["Hall", "Discount"])
        #expect(page.lines.map(\.amount) == ["$10.00", "-$1.00"] && page.total == "$9.00")
    }
}
