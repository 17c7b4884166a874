import Foundation
import Processor
import ProcessorSimulator
import Testing

/// Quotes, from the draft to the invoice or the subscription.
@Suite struct QuoteTests {
    private func quote(_ bench: ProcessorBench, of customer: String, _ more: String) async -> APIShown {
        await bench.api("POST", "/v1/quotes", "customer=\(customer)&\(more)")
    }

    @Test("an accepted quote with a recurring price becomes a subscription")
    func subscription() async throws {
        let bench = try ProcessorBench()
        let donor = try await bench.donor()
        let (monthly, once) = (try await bench.price(), try await bench.price(700, every: nil))
        let rate = await bench.api(
            "POST", "/v1/tax_rates", "display_name=VAT&percentage=10&inclusive=false")
        let coupon = await bench.api("POST", "/v1/coupons", "percent_off=50&duration=forever")
        let draft = await quote(
            bench, of: donor.id,
            "line_items[0][price]=\(monthly)&line_items[0][quantity]=2&line_items[1][price]=\(once)&default_tax_rates[0]=\(rate["id"])&discounts[0][coupon]=\(coupon["id"])&subscription_data[metadata][a]=1&expand[0]=line_items"
        )
        #expect(draft["object"] == "quote" && draft["status"] == "draft" && draft["number"] == "")
        #expect(draft["amount_subtotal"] == "10700" && draft["amount_total"] == "5885")
        #expect(draft["total_details.amount_discount"] == "5350")
        #expect(draft["total_details.amount_tax"] == "535")
        #expect(draft["computed.recurring.amount_total"] == "5500")
        #expect(draft["computed.recurring.interval"] == "month" && draft["discounts"] == "1")
        #expect(draft["line_items.data"] == "2" && draft["line_items.data.0.amount_total"] == "5500")
        let open = await bench.api("POST", "/v1/quotes/\(draft["id"])/finalize")
        #expect(open["status"] == "open" && open["number"].hasPrefix("QT-"))
        #expect(await bench.api("POST", "/v1/quotes/\(draft["id"])", "description=a").status == 400)
        let accepted = await bench.api("POST", "/v1/quotes/\(draft["id"])/accept", "expand[0]=subscription")
        #expect(accepted["status"] == "accepted" && accepted["subscription.status"] == "active")
        #expect(accepted["subscription.metadata.a"] == "1")
        let invoice = await bench.api("GET", "/v1/invoices/\(accepted["invoice"])")
        #expect(invoice["status"] == "paid" && invoice["total"] == "5885")
        let events = try await bench.events().filter { $0.hasPrefix("quote") }
        #expect(events == ["quote.created", "quote.finalized", "quote.accepted"])
    }

    @Test("an accepted quote without a recurring price becomes a draft invoice")
    func invoice() async throws {
        let bench = try ProcessorBench()
        let donor = try await bench.donor()
        let once = try await bench.price(700, every: nil)
        let draft = await quote(
            bench, of: donor.id,
            "line_items[0][price]=\(once)&collection_method=send_invoice&invoice_settings[days_until_due]=14")
        #expect(draft["computed.recurring"] == "" && draft["computed.upfront.amount_total"] == "700")
        let changed = await bench.api(
            "POST", "/v1/quotes/\(draft["id"])",
            "line_items[0][price]=\(once)&line_items[0][quantity]=3&header=Offer")
        #expect(changed["amount_total"] == "2100" && changed["header"] == "Offer")
        _ = await bench.api("POST", "/v1/quotes/\(draft["id"])/finalize")
        let accepted = await bench.api("POST", "/v1/quotes/\(draft["id"])/accept", "expand[0]=invoice")
        #expect(accepted["invoice.status"] == "draft" && accepted["invoice.total"] == "2100")
        #expect(accepted["invoice.parent.quote_details.quote"] == draft["id"])
        #expect(accepted["invoice.collection_method"] == "send_invoice" && accepted["subscription"] == "")
        let items = await bench.api("GET", "/v1/quotes/\(draft["id"])/computed_upfront_line_items")
        #expect(items["data"] == "1" && items["data.0.quantity"] == "3")
        #expect(await bench.api("POST", "/v1/quotes/\(draft["id"])/accept").status == 400)
    }

    @Test("with a trial, only the items that are charged once are due immediately")
    func trial() async throws {
        let bench = try ProcessorBench()
        let donor = try await bench.donor()
        let draft = await quote(
            bench, of: donor.id,
            "line_items[0][price]=\(try await bench.price())&subscription_data[trial_period_days]=7")
        #expect(draft["amount_total"] == "0" && draft["computed.recurring.amount_total"] == "5000")
        _ = await bench.api("POST", "/v1/quotes/\(draft["id"])/finalize")
        let accepted = await bench.api("POST", "/v1/quotes/\(draft["id"])/accept", "expand[0]=subscription")
        #expect(accepted["subscription.status"] == "trialing")
    }

    @Test("a quote is canceled on request or when it expires, and has no PDF")
    func canceled() async throws {
        let bench = try ProcessorBench(at: "2026-01-15T09:00:00Z")
        let donor = try await bench.donor()
        let once = try await bench.price(700, every: nil)
        let first = await quote(bench, of: donor.id, "line_items[0][price]=\(once)")
        let canceled = await bench.api("POST", "/v1/quotes/\(first["id"])/cancel")
        #expect(canceled["status"] == "canceled" && canceled["status_transitions.canceled_at"] != "")
        let second = await quote(bench, of: donor.id, "line_items[0][price]=\(once)")
        let pdf = await bench.api("GET", "/v1/quotes/\(second["id"])/pdf")
        #expect(pdf["error.code"] == "operation_not_simulated")
        bench.go(to: "2026-02-15T09:00:00Z")
        #expect(await bench.api("GET", "/v1/quotes/\(second["id"])")["status"] == "canceled")
        #expect(await bench.api("GET", "/v1/quotes", "status=canceled")["data"] == "2")
    }

    @Test("a quote without a customer uses the time of its test clock")
    func clock() async throws {
        let bench = try ProcessorBench(at: "2026-01-15T09:00:00Z")
        let clock = await bench.api(
            "POST", "/v1/test_helpers/test_clocks", "frozen_time=1577872800")
        let quote = await bench.api("POST", "/v1/quotes", "test_clock=\(clock["id"])")
        #expect(quote["created"] == "1577872800")
        let canceled = await bench.api("POST", "/v1/quotes/\(quote["id"])/cancel")
        #expect(canceled["status_transitions.canceled_at"] == "1577872800")
    }

    @Test("refuses to finalize a quote without items or a customer, and to accept a draft")
    func refused() async throws {
        let bench = try ProcessorBench()
        let donor = try await bench.donor()
        let empty = await quote(bench, of: donor.id, "description=a")
        #expect(await bench.api("POST", "/v1/quotes/\(empty["id"])/finalize").status == 400)
        let once = try await bench.price(700, every: nil)
        let stranger = await bench.api("POST", "/v1/quotes", "line_items[0][price]=\(once)")
        #expect(await bench.api("POST", "/v1/quotes/\(stranger["id"])/finalize").status == 400)
        #expect(await bench.api("POST", "/v1/quotes/\(stranger["id"])/accept").status == 400)
        let unknown = await bench.api("POST", "/v1/quotes", "customer=cus_none")
        #expect(unknown["error.param"] == "customer")
        let fee = await quote(bench, of: donor.id, "application_fee_amount=1")
        #expect(fee["error.param"] == "application_fee_amount")
        let share = await quote(bench, of: donor.id, "application_fee_percent=1")
        #expect(share["error.param"] == "application_fee_percent")
    }
}
