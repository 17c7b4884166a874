import Foundation
import MoneyKit
import Processor
import SimulationKit
import TestSupport
import Testing
import TimeKit

@testable import ProcessorSimulator

/// Charges that connected accounts make themselves, with the `Stripe-Account` header.
///
/// Source: Stripe documentation, "Create direct charges", "Collect application fees".
@Suite struct DirectChargeTests {
    @Test("the account pays both fees, and the platform receives the application fee")
    func fees() async throws {
        let world = try await AccountWorld()
        let charge = try await world.charge(["application_fee_amount": "500"])
        #expect(try await world.bench.movements(of: world.grace) == ["charge 10000 820"])
        #expect(try await world.bench.movements(of: nil) == ["application_fee 500 0"])
        #expect(try await world.bench.holding(of: world.grace) == 9_180)
        #expect(try await world.bench.holding(of: nil) == 500)

        let transaction = try await world.get(
            "/v1/balance_transactions/\(charge.text("balance_transaction"))", as: world.grace)
        let details = transaction["fee_details"] as? [[String: Any]] ?? []
        #expect(details.map { $0.text("type") } == ["application_fee", "stripe_fee"])
        #expect(details.map { $0.number("amount") } == [500, 320])
        let fee = try await world.get("/v1/application_fees/\(charge.text("application_fee"))")
        #expect(fee.text("account") == world.grace)
        #expect(fee.text("charge") == charge.text("id"))
        #expect(charge.number("application_fee_amount") == 500)
    }

    @Test("a direct charge without an application fee, and a fee above the amount")
    func withoutFee() async throws {
        let world = try await AccountWorld()
        _ = try await world.charge()
        #expect(try await world.bench.movements(of: world.grace) == ["charge 10000 320"])
        #expect(try await world.bench.movements(of: nil) == [])
        let refused = await world.bench.exchange(
            "POST", "/v1/payment_intents",
            [
                FormField("amount", "100"), FormField("currency", "usd"),
                FormField("application_fee_amount", "101"),
            ],
            account: world.grace)
        #expect(refused.status == 400)
        #expect(refused.error.text("param") == "application_fee_amount")
    }

    /// The parameters of a refund of half the charge, and its effect on the platform and the account.
    static let refunds: [(feeBack: Bool, platform: Int64, account: Int64)] = [
        (false, 0, -5_000), (true, -250, -4_750),
    ]

    @Test("a refund is taken from the account, and returns its share of the fee", arguments: refunds)
    func refund(feeBack: Bool, platform: Int64, account: Int64) async throws {
        let world = try await AccountWorld()
        let charge = try await world.charge(["application_fee_amount": "500"])
        _ = try await world.post(
            "/v1/refunds",
            ["charge": charge.text("id"), "amount": "5000", "refund_application_fee": "\(feeBack)"],
            as: world.grace)
        #expect(try await world.bench.holding(of: nil) == 500 + platform)
        #expect(try await world.bench.holding(of: world.grace) == 9_180 + account)
        let fee = try await world.get("/v1/application_fees/\(charge.text("application_fee"))")
        #expect(fee.number("amount_refunded") == -platform)
    }

    @Test("the platform refunds an application fee to the account without a refund of the charge")
    func feeRefund() async throws {
        let world = try await AccountWorld()
        let charge = try await world.charge(["application_fee_amount": "500"])
        let path = "/v1/application_fees/\(charge.text("application_fee"))/refunds"
        _ = try await world.post(path, ["amount": "200"])
        #expect(try await world.bench.holding(of: nil) == 300)
        #expect(try await world.bench.holding(of: world.grace) == 9_380)
        let refused = await world.bench.exchange("POST", path, account: world.grace)
        #expect(refused.status == 404)
    }

    @Test("a dispute of a direct charge is taken from the account, with its fee")
    func dispute() async throws {
        let world = try await AccountWorld()
        _ = try await world.charge(["payment_method": "pm_card_createDispute"])
        world.bench.clock.advance(seconds: 60)
        let disputes = try await world.list("/v1/disputes", as: world.grace)
        #expect(disputes.count == 1)
        #expect(try await world.list("/v1/disputes").isEmpty)
        #expect(
            try await world.bench.movements(of: world.grace) == [
                "charge 10000 320", "adjustment -10000 1500",
            ])
        _ = try await world.post(
            "/v1/disputes/\(disputes[0].text("id"))", ["evidence[uncategorized_text]": "winning_evidence"],
            as: world.grace)
        world.bench.clock.advance(seconds: 60)
        #expect(try await world.bench.holding(of: world.grace) == 10_000 - 320 - 1_500)
        #expect(try await world.bench.holding(of: nil) == 0)
    }

    @Test("an asynchronously booked charge is booked for its account when it becomes due")
    func booksLater() async throws {
        let world = try await AccountWorld()
        _ = try await world.charge(["capture_method": "automatic_async", "application_fee_amount": "500"])
        world.bench.clock.advance(seconds: 60)
        #expect(try await world.bench.movements(of: world.grace) == ["charge 10000 820"])
        #expect(try await world.bench.movements(of: nil) == ["application_fee 500 0"])
    }

    @Test("an authorized amount is captured with a fee of at most that amount, or expires")
    func authorized() async throws {
        let world = try await AccountWorld()
        let form = ["capture_method": "manual", "application_fee_amount": "500"]
        let intent = try await world.intent(form)
        _ = try await world.post(
            "/v1/payment_intents/\(intent.text("id"))/capture", ["amount_to_capture": "300"], as: world.grace)
        #expect(try await world.bench.holding(of: nil) == 300)
        let second = try await world.intent(form)
        world.bench.clock.advance(seconds: 8 * 86_400)
        let expired = try await world.get("/v1/payment_intents/\(second.text("id"))", as: world.grace)
        #expect(expired.text("status") == "canceled")
    }

    @Test("a payout of the account's own money arrives")
    func payout() async throws {
        let world = try await AccountWorld()
        _ = try await world.charge(["payment_method": "pm_card_bypassPending"])
        let payout = try await world.post(
            "/v1/payouts", ["amount": "9000", "currency": "usd"], as: world.grace)
        world.bench.clock.advance(seconds: 3 * 86_400)
        let path = "/v1/payouts/\(payout.text("id"))"
        #expect(try await world.get(path, as: world.grace).text("status") == "paid")
        #expect(await world.bench.exchange("GET", path).status == 404)
        #expect(try await world.bench.holding(of: world.grace) == 680)
    }

    @Test("a subscription of an account renews there, and each invoice pays the platform's percentage")
    func subscription() async throws {
        let world = try await AccountWorld()
        let made = try await world.subscription(["application_fee_percent": "10"])
        #expect(made.text("status") == "active")
        world.bench.clock.advance(seconds: 29 * 86_400)
        let invoices = try await world.list("/v1/invoices", as: world.grace)
        #expect(invoices.map { $0.text("status") } == ["paid", "paid"])
        #expect(try await world.list("/v1/invoices").isEmpty)
        #expect(try await world.list("/v1/charges", as: world.grace).count == 2)
        #expect(
            try await world.bench.movements(of: nil) == ["application_fee 150 0", "application_fee 150 0"])
        // 2.9 % of 15.00 and 30 cents are 74 cents.
        #expect(try await world.bench.holding(of: world.grace) == 2 * (1_500 - 74 - 150))
        let events = try await world.list("/v1/events?type=invoice.paid", as: world.grace)
        #expect(events.allSatisfy { $0.text("account") == world.grace })
        #expect(events.count == 2)
    }

    @Test("a Checkout page of an account pays the account, and its challenge returns to the page")
    func checkout() async throws {
        let world = try await AccountWorld()
        let session = try await world.post(
            "/v1/checkout/sessions",
            [
                "mode": "payment", "success_url": "https://example.org/thanks",
                "line_items[0][quantity]": "1", "line_items[0][price_data][currency]": "usd",
                "line_items[0][price_data][unit_amount]": "10000",
                "line_items[0][price_data][product_data][name]": "Gift",
                "payment_intent_data[application_fee_amount]": "500",
            ], as: world.grace)
        let id = session.text("id")
        #expect(try await world.bench.processor.checkoutPage(id).isOpen)
        let paid = try await world.bench.processor.complete(
            checkoutSession: id, with: PageCard(name: "pm_card_visa", number: ""), email: "a@example.org")
        #expect(paid == .complete)
        let complete = try await world.get("/v1/checkout/sessions/\(id)", as: world.grace)
        #expect(complete.text("status") == "complete")
        world.bench.clock.advance(seconds: 60)
        #expect(try await world.bench.movements(of: world.grace) == ["charge 10000 820"])
    }

    @Test("the donor answers the bank's challenge of an account's payment on its page")
    func challenge() async throws {
        let world = try await AccountWorld()
        let intent = try await world.intent(["payment_method": "pm_card_authenticationRequired"])
        #expect(intent.text("status") == "requires_action")
        let page = try await world.bench.processor.answerChallenge(
            of: intent.text("id"), secret: intent.text("client_secret"), .passed)
        #expect(!page.isOpen)
        #expect(try await world.bench.holding(of: world.grace) == 9_680)
    }

    @Test("a web page confirms an account's intent with a publishable key and the client secret")
    func publishableKey() async throws {
        let world = try await AccountWorld()
        let intent = try await world.post(
            "/v1/payment_intents", ["amount": "10000", "currency": "usd"], as: world.grace)
        let path = "/v1/payment_intents/\(intent.text("id"))/confirm"
        let form = [
            FormField("client_secret", intent.text("client_secret")),
            FormField("payment_method", "pm_card_visa"),
        ]
        var request = world.bench.request("POST", path, form, account: world.grace)
        request.apiKey = "pk_test_page"
        let confirmed = await world.bench.processor.exchange(request)
        #expect(confirmed.json.text("status") == "succeeded")
        request.account = world.mercy
        #expect(await world.bench.processor.exchange(request).status == 404)
    }

    @Test("a payment method of the platform's customer is shared with an account and charged there")
    func sharedMethod() async throws {
        let world = try await AccountWorld()
        let customer = try await world.post("/v1/customers", ["payment_method": "pm_card_visa"])
        let id = customer.text("id")
        let method = try await world.list("/v1/customers/\(id)/payment_methods").first?.text("id") ?? ""
        let shared = try await world.post(
            "/v1/payment_methods", ["customer": id, "payment_method": method], as: world.grace)
        #expect(shared["customer"] is NSNull)
        #expect((shared["card"] as? [String: Any])?.text("last4") == "4242")
        let charge = try await world.charge(["payment_method": shared.text("id")])
        #expect(charge.text("payment_method") == shared.text("id"))
        let refused: [(form: [String: String], account: String?)] = [
            (["payment_method": method], world.grace), (["payment_method": method, "customer": id], nil),
        ]
        for (form, account) in refused {
            let fields = form.map { FormField($0.key, $0.value) }
            let answer = await world.bench.exchange("POST", "/v1/payment_methods", fields, account: account)
            #expect(answer.status == 400)
        }
    }

    @Test("a test clock of an account moves only that account's customers")
    func clock() async throws {
        let world = try await AccountWorld()
        let now = String(world.bench.clock.now.seconds)
        let clock = try await world.post(
            "/v1/test_helpers/test_clocks", ["frozen_time": now], as: world.grace)
        let made = try await world.subscription([:], clock: clock.text("id"))
        let later = String(world.bench.clock.now.seconds + 32 * 86_400)
        let path = "/v1/test_helpers/test_clocks/\(clock.text("id"))"
        let refused = await world.bench.exchange(
            "POST", path + "/advance", [FormField("frozen_time", later)])
        #expect(refused.status == 404)
        _ = try await world.post(path + "/advance", ["frozen_time": later], as: world.grace)
        world.bench.clock.advance(seconds: 10)
        #expect(try await world.get(path, as: world.grace).text("status") == "ready")
        let invoices = try await world.list(
            "/v1/invoices?subscription=\(made.text("id"))", as: world.grace)
        #expect(invoices.count == 2)
    }
}
