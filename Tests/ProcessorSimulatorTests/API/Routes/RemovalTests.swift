import Processor
import ProcessorSimulator
import TestSupport
import Testing

/// Operations that reject, remove or cancel something.
@Suite struct RemovalTests {
    @Test(
        "a rejected account can neither charge nor be paid, whatever is submitted later",
        arguments: ["fraud", "terms_of_service", "other"])
    func rejection(reason: String) async throws {
        let bench = try ProcessorBench()
        let church = try await bench.church()
        let path = "/v1/accounts/\(church)"
        let rejected = await bench.api("POST", path + "/reject", "reason=\(reason)")
        #expect(rejected["id"] == church && rejected["object"] == "account")
        #expect(rejected["requirements.disabled_reason"] == "rejected.\(reason)")
        #expect(rejected["charges_enabled"] == "0" && rejected["payouts_enabled"] == "0")
        #expect(rejected["capabilities.transfers"] == "inactive" && rejected["details_submitted"] == "1")
        #expect(try await bench.events().contains("connected account.updated"))
        let changed = await bench.api("POST", path, "email=office@grace.example")
        #expect(changed["requirements.disabled_reason"] == "rejected.\(reason)")
        let refused = await refusal { try await bench.gift(to: church) }
        #expect(refused?.code == "insufficient_capabilities_for_transfer")
    }

    @Test("an account is rejected only for one of Stripe's reasons, and only by the platform")
    func wrongRejection() async throws {
        let bench = try ProcessorBench()
        let church = try await bench.church()
        let path = "/v1/accounts/\(church)/reject"
        #expect(await bench.api("POST", path)["error.param"] == "reason")
        let shown = await bench.api("POST", path, "reason=rude")
        #expect(shown.status == 400 && shown["error.param"] == "reason")
        let form = [FormField("reason", "fraud")]
        #expect(await bench.exchange("POST", path, form, account: church).status == 400)
        #expect(await bench.api("GET", "/v1/accounts/\(church)")["charges_enabled"] == "1")
    }

    @Test("a subscription without its discount is charged in full, once the discount is deleted")
    func discountOfSubscription() async throws {
        let bench = try ProcessorBench()
        let donor = try await bench.donor()
        let price = try await bench.price()
        let coupon = await bench.api("POST", "/v1/coupons", "percent_off=10&duration=forever")
        let made = await bench.api(
            "POST", "/v1/subscriptions",
            "customer=\(donor.id)&items[0][price]=\(price)&discounts[0][coupon]=\(coupon["id"])")
        let path = "/v1/subscriptions/\(made["id"])"
        let deleted = await bench.api("DELETE", path + "/discount")
        #expect(deleted.status == 200, "\(deleted["error.message"])")
        #expect(deleted["object"] == "discount" && deleted["deleted"] == "1")
        #expect(deleted["id"] == made["discounts.0"] && deleted["subscription"] == made["id"])
        #expect(deleted["source.coupon"] == coupon["id"])
        #expect(await bench.api("GET", path)["discounts"] == "0")
        let next = await bench.api("POST", "/v1/invoices/create_preview", "subscription=\(made["id"])")
        #expect(next["total"] == "5000")
        let event = await bench.api("GET", "/v1/events", "type=customer.discount.deleted")
        #expect(event["data.0.data.object.id"] == deleted["id"])
        let again = await bench.api("DELETE", path + "/discount")
        #expect(again.status == 404 && again["error.code"] == "resource_missing")
        let owner = "subscription \(made["id"]) on customer \(donor.id)"
        #expect(again["error.message"] == "No active discount for \(owner)")
    }

    @Test("a customer has no discount to delete")
    func discountOfCustomer() async throws {
        let bench = try ProcessorBench()
        let donor = try await bench.donor()
        let shown = await bench.api("DELETE", "/v1/customers/\(donor.id)/discount")
        #expect(shown.status == 404 && shown["error.code"] == "resource_missing")
        #expect(shown["error.message"] == "No active discount for customer \(donor.id)")
    }

    @Test("a refund that needs no action cannot be canceled")
    func refund() async throws {
        let bench = try ProcessorBench()
        let intent = try await bench.gift(to: nil)
        let refund = await bench.api("POST", "/v1/refunds", "payment_intent=\(intent.id)&amount=100")
        let shown = await bench.api("POST", "/v1/refunds/\(refund["id"])/cancel")
        #expect(shown.status == 400 && shown["error.message"].contains("requires_action"))
        #expect(await bench.api("GET", "/v1/refunds/\(refund["id"])")["status"] == refund["status"])
    }

    @Test("a source has no transactions")
    func sourceTransactions() async throws {
        let bench = try ProcessorBench()
        let source = await bench.api("POST", "/v1/sources", "type=card&token=tok_visa")
        let shown = await bench.api("GET", "/v1/sources/\(source["id"])/source_transactions", "limit=3")
        #expect(shown.status == 200 && shown["object"] == "list" && shown["data"] == "0")
        #expect(shown["url"] == "/v1/sources/\(source["id"])/source_transactions")
    }
}
