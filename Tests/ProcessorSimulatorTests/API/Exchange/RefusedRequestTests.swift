import Foundation
import Processor
import SimulationKit
import Testing

@testable import ProcessorSimulator

/// Requests that are refused in the middle: they change nothing, although their response is stored.
@Suite struct RefusedRequestTests {
    @Test("a refused confirmation changes neither a payment intent nor a setup intent")
    func confirmations() async throws {
        let world = try await AccountWorld()
        let paid = try await world.intent().text("id")
        let form = [
            "return_url": "https://example.org/other", "setup_future_usage": "off_session",
            "receipt_email": "donor@example.org",
        ]
        try await expectRefused("/v1/payment_intents/\(paid)/confirm", form, of: world)
        try await expectRefused(
            "/v1/payment_intents/\(paid)", ["setup_future_usage": "off_session", "amount": "9000"], of: world)

        let setup = try await world.post("/v1/setup_intents", as: world.grace).text("id")
        _ = try await world.post("/v1/setup_intents/\(setup)/cancel", as: world.grace)
        try await expectRefused(
            "/v1/setup_intents/\(setup)/confirm",
            [
                "payment_method": "pm_card_visa", "mandate_data[customer_acceptance][type]": "offline",
            ], of: world, isStored: false)
    }

    @Test("a refused payment of an invoice creates no payment method")
    func invoice() async throws {
        let world = try await AccountWorld()
        let customer = try await world.post("/v1/customers", as: world.grace).text("id")
        _ = try await world.post(
            "/v1/invoiceitems", ["customer": customer, "amount": "700", "currency": "usd"], as: world.grace)
        let invoice = try await world.post(
            "/v1/invoices", ["customer": customer, "pending_invoice_items_behavior": "include"],
            as: world.grace
        ).text("id")
        for step in ["finalize", "void"] {
            _ = try await world.post("/v1/invoices/\(invoice)/\(step)", as: world.grace)
        }
        let before = try await methods(of: world)
        try await expectRefused("/v1/invoices/\(invoice)/pay", ["payment_method": "pm_card_visa"], of: world)
        #expect(try await methods(of: world) == before)
    }

    /// Returns the number of payment methods of the account `grace`.
    private func methods(of world: AccountWorld) async throws -> Int {
        let account = world.grace
        return try await world.bench.processor.inspect { work in
            try work.inAccount(account) {
                try work.list(PaymentMethod.self, ListQuery(limit: 100)).data.count
            }
        }
    }

    /// Sends a request that must be refused, twice with the same key. The object in the path must remain as
    /// it is.
    private func expectRefused(
        _ path: String, _ form: [String: String], of world: AccountWorld, isStored: Bool = true
    ) async throws {
        let object = path.split(separator: "/").prefix(3).reduce("") { "\($0)/\($1)" }
        let before = await world.look(object, as: world.grace).body
        let fields = form.sorted { $0.key < $1.key }.map { FormField($0.key, $0.value) }
        let key = path.replacing("/", with: "-")
        for isReplayed in [false, isStored] {
            let answer = await world.bench.exchange("POST", path, fields, key: key, account: world.grace)
            #expect(answer.status == 400 && answer.isReplayed == isReplayed, "\(path)")
        }
        #expect(await world.look(object, as: world.grace).body == before, "\(path)")
    }
}

/// Application fees and transfers whose payment becomes smaller.
@Suite struct ReducedAmountTests {
    @Test(
        "an amount cannot be reduced below the application fee or the transfer",
        arguments: ["application_fee_amount", "transfer_data[amount]"])
    func reduced(parameter: String) async throws {
        let world = try await AccountWorld()
        let made = try await world.post(
            "/v1/payment_intents",
            [
                "amount": "4000", "currency": "usd", "transfer_data[destination]": world.grace,
                parameter: "3000",
            ])
        let path = "/v1/payment_intents/\(made.text("id"))"
        let refused = await world.bench.exchange("POST", path, [FormField("amount", "2999")])
        #expect(refused.status == 400 && refused.error.text("param") == "amount")
        #expect(try await world.post(path, ["amount": "3000"]).number("amount") == 3_000)
        guard parameter == "application_fee_amount" else { return }
        #expect(
            try await world.post(path, ["amount": "2000", parameter: "1000"]).number("amount") == 2_000)
    }

    @Test("a direct charge of a source pays an application fee, also one that its capture changes")
    func directCharge() async throws {
        let world = try await AccountWorld()
        let form = [
            "amount": "5000", "currency": "usd", "source": "tok_visa", "application_fee_amount": "400",
        ]
        let charge = try await world.post("/v1/charges", form, as: world.grace)
        #expect(charge.number("application_fee_amount") == 400)
        let held = try await world.post(
            "/v1/charges", form.merging(["capture": "false"]) { $1 }, as: world.grace)
        let path = "/v1/charges/\(held.text("id"))/capture"
        let taken = try await world.post(path, ["application_fee_amount": "300"], as: world.grace)
        #expect(taken.number("application_fee_amount") == 300)
    }
}
