import Foundation
import Processor
import ProcessorSimulator
import Testing

/// The restrictions of promotion codes, and their use.
@Suite struct PromotionCodeTests {
    private func code(_ bench: ProcessorBench, _ more: String = "") async -> APIShown {
        let coupon = await bench.api("POST", "/v1/coupons", "percent_off=10&duration=forever")
        return await bench.api(
            "POST", "/v1/promotion_codes",
            "promotion[type]=coupon&promotion[coupon]=\(coupon["id"])&\(more)")
    }

    @Test("a code for one customer is refused to others, and found by its customer")
    func customer() async throws {
        let bench = try ProcessorBench()
        let (owner, other) = (try await bench.donor(), try await bench.donor())
        let price = try await bench.price()
        let made = await code(bench, "code=ANN&customer=\(owner.id)")
        #expect(made["customer"] == owner.id)
        #expect(await bench.api("GET", "/v1/promotion_codes", "customer=\(owner.id)")["data"] == "1")
        #expect(await bench.api("GET", "/v1/promotion_codes", "customer=\(other.id)")["data"] == "0")
        func begin(_ customer: String) async -> APIShown {
            await bench.api(
                "POST", "/v1/subscriptions",
                "customer=\(customer)&items[0][price]=\(price)&discounts[0][promotion_code]=\(made["id"])")
        }
        #expect(await begin(other.id)["error.param"] == "discounts[0][promotion_code]")
        #expect(await begin(owner.id)["status"] == "active")
    }

    @Test("a code for first transactions is refused to a customer who paid before")
    func firstTransaction() async throws {
        let bench = try ProcessorBench()
        let donor = try await bench.donor()
        let price = try await bench.price()
        let made = await code(bench, "restrictions[first_time_transaction]=true")
        #expect(made["restrictions.first_time_transaction"] == "1")
        func begin() async -> APIShown {
            await bench.api(
                "POST", "/v1/subscriptions",
                "customer=\(donor.id)&items[0][price]=\(price)&discounts[0][promotion_code]=\(made["id"])")
        }
        #expect(await begin()["status"] == "active")
        let refused = await begin()
        #expect(refused.status == 400 && refused["error.message"].contains("prior transactions"))
    }

    @Test("a minimum amount is compared with the purchase before discounts")
    func minimum() async throws {
        let bench = try ProcessorBench()
        let donor = try await bench.donor()
        let made = await code(
            bench, "restrictions[minimum_amount]=6000&restrictions[minimum_amount_currency]=usd")
        #expect(made["restrictions.minimum_amount"] == "6000")
        func begin(_ quantity: Int) async throws -> APIShown {
            await bench.api(
                "POST", "/v1/subscriptions",
                "customer=\(donor.id)&items[0][price]=\(try await bench.price())&items[0][quantity]=\(quantity)&discounts[0][promotion_code]=\(made["id"])"
            )
        }
        #expect(try await begin(1)["error.param"] == "discounts[0][promotion_code]")
        #expect(try await begin(2)["status"] == "active")
        let half = await code(bench, "restrictions[minimum_amount]=6000")
        #expect(half["error.param"] == "restrictions[minimum_amount_currency]")
    }

    @Test("an invoice, a change of a subscription and a Checkout session redeem a code")
    func uses() async throws {
        let bench = try ProcessorBench()
        let donor = try await bench.donor()
        let made = await code(bench, "code=TENTH")
        _ = await bench.api("POST", "/v1/invoiceitems", "customer=\(donor.id)&currency=usd&amount=1000")
        let invoice = await bench.api(
            "POST", "/v1/invoices",
            "customer=\(donor.id)&pending_invoice_items_behavior=include&discounts[0][promotion_code]=\(made["id"])"
        )
        #expect(invoice["total"] == "900")
        let begun = try await bench.monthly()
        let changed = await bench.api(
            "POST", "/v1/subscriptions/\(begun.id)",
            "discounts[0][promotion_code]=\(made["id"])&expand[0]=discounts")
        #expect(changed["discounts.0.promotion_code"] == made["id"])
        let session = await bench.api(
            "POST", "/v1/checkout/sessions",
            "mode=payment&success_url=http://127.0.0.1/a&line_items[0][quantity]=1&line_items[0][price_data][currency]=usd&line_items[0][price_data][unit_amount]=1000&line_items[0][price_data][product_data][name]=Book&discounts[0][promotion_code]=\(made["id"])"
        )
        #expect(session["amount_total"] == "900")
        #expect(await bench.api("GET", "/v1/promotion_codes/\(made["id"])")["times_redeemed"] == "2")
    }
}
