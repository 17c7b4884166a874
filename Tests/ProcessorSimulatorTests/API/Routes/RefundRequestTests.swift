import ProcessorSimulator
import TestSupport
import Testing

/// Source: Stripe API reference, "Create a refund", "Capture a PaymentIntent".
@Suite struct RefundRequestTests {
    let bench: ProcessorBench

    init() throws { bench = try ProcessorBench() }

    private func paid(_ more: String = "") async -> APIShown {
        await bench.api(
            "POST", "/v1/payment_intents",
            "amount=1000&currency=usd&payment_method=pm_card_visa&confirm=true\(more)")
    }

    @Test("refuses a charge together with the payment intent of another charge")
    func twoPayments() async throws {
        let (first, second) = (await paid(), await paid())
        let single = await bench.api("POST", "/v1/charges", "amount=1000&currency=usd&source=tok_visa")
        for charge in [second["latest_charge"], single["id"]] {
            let refused = await bench.api(
                "POST", "/v1/refunds", "payment_intent=\(first["id"])&charge=\(charge)")
            #expect(refused.status == 400 && refused["error.param"] == "payment_intent")
            #expect(
                refused["error.message"]
                    .hasPrefix("You may only specify one of these parameters: charge, payment_intent."))
        }
        #expect(await bench.api("GET", "/v1/refunds")["data"] == "0")
        let refund = await bench.api(
            "POST", "/v1/refunds", "payment_intent=\(first["id"])&charge=\(first["latest_charge"])")
        #expect(refund["amount"] == "1000", "\(refund["error.message"])")
    }

    @Test("the uncaptured part of a payment is refunded, and the captured part can be refunded later")
    func partialCapture() async throws {
        let made = await paid("&capture_method=manual")
        let id = made["latest_charge"]
        _ = await bench.api(
            "POST", "/v1/payment_intents/\(made["id"])/capture", "amount_to_capture=700")
        let charge = await bench.api("GET", "/v1/charges/\(id)")
        #expect(charge["amount_captured"] == "700" && charge["amount_refunded"] == "300")
        #expect(charge["refunded"] == "0")
        for path in ["/v1/charges/\(id)/refunds", "/v1/refunds"] {
            let refunds = await bench.api("GET", path)
            #expect(refunds["data"] == "1" && refunds["data.0.amount"] == "300")
            #expect(refunds["data.0.status"] == "succeeded" && refunds["data.0.charge"] == id)
            #expect(refunds["data.0.payment_intent"] == made["id"])
            #expect(refunds["data.0.balance_transaction"] == "")
        }
        let tooMuch = await bench.api("POST", "/v1/refunds", "charge=\(id)&amount=701")
        #expect(tooMuch.status == 400)
        #expect(await bench.api("POST", "/v1/refunds", "charge=\(id)")["amount"] == "700")
        let refunded = await bench.api("GET", "/v1/charges/\(id)")
        #expect(refunded["amount_refunded"] == "1000" && refunded["refunded"] == "1")
    }

    @Test("the uncaptured part of a charge without a payment intent is refunded")
    func partialCaptureOfCharge() async throws {
        let charge = await bench.api(
            "POST", "/v1/charges", "amount=1000&currency=usd&source=tok_visa&capture=false")
        let captured = await bench.api("POST", "/v1/charges/\(charge["id"])/capture", "amount=600")
        #expect(captured["amount_refunded"] == "400" && captured["refunded"] == "0")
        let refunds = await bench.api("GET", "/v1/refunds", "charge=\(charge["id"])")
        #expect(refunds["data"] == "1" && refunds["data.0.amount"] == "400")
    }

    @Test("a fully captured payment has no refund")
    func completeCapture() async throws {
        let made = await paid("&capture_method=manual")
        _ = await bench.api("POST", "/v1/payment_intents/\(made["id"])/capture")
        #expect(await bench.api("GET", "/v1/charges/\(made["latest_charge"])")["amount_refunded"] == "0")
        #expect(await bench.api("GET", "/v1/refunds")["data"] == "0")
    }
}
