import Processor
import ProcessorSimulator
import TestSupport
import Testing

/// Authorizations whose amount is increased before the capture.
@Suite struct IncrementTests {
    private static let option =
        "&payment_method_options[card][request_incremental_authorization]=if_available"

    private func authorized(_ bench: ProcessorBench, _ more: String = Self.option) async -> APIShown {
        await bench.api(
            "POST", "/v1/payment_intents",
            "amount=1000&currency=usd&payment_method=pm_card_visa&confirm=true&capture_method=manual\(more)")
    }

    @Test("the increased amount can be captured")
    func increased() async throws {
        let bench = try ProcessorBench()
        let made = await authorized(bench)
        #expect(made["status"] == "requires_capture", "\(made["error.message"])")
        let path = "/v1/payment_intents/\(made["id"])"
        let charge = await bench.api("GET", "/v1/charges/\(made["latest_charge"])")
        #expect(charge["payment_method_details.card.incremental_authorization.status"] == "available")
        let more = await bench.api(
            "POST", path + "/increment_authorization", "amount=1500&description=Longer&metadata[a]=1")
        #expect(more["amount"] == "1500" && more["amount_capturable"] == "1500", "\(more["error.message"])")
        #expect(more["description"] == "Longer" && more["metadata.a"] == "1")
        let captured = await bench.api("POST", path + "/capture", "expand[0]=latest_charge")
        #expect(captured["amount_received"] == "1500" && captured["latest_charge.amount"] == "1500")
        #expect(captured["latest_charge.amount_captured"] == "1500")
        let late = await bench.api("POST", path + "/increment_authorization", "amount=2000")
        #expect(late["error.code"] == "payment_intent_unexpected_state")
    }

    @Test("refuses a smaller amount, an eleventh increase, and a payment without the option")
    func refused() async throws {
        let bench = try ProcessorBench()
        let plain = await authorized(bench, "")
        let refused = await bench.api(
            "POST", "/v1/payment_intents/\(plain["id"])/increment_authorization", "amount=2000")
        #expect(refused["error.code"] == "payment_intent_unexpected_state")
        let made = await authorized(bench)
        let path = "/v1/payment_intents/\(made["id"])/increment_authorization"
        for wrong in ["amount=1000", "amount=-1", "amount=100000000", "amount=2000&application_fee_amount=5"]
        {
            #expect(await bench.api("POST", path, wrong).status == 400, "\(wrong)")
        }
        for step in 1...10 {
            #expect(await bench.api("POST", path, "amount=\(1000 + step)").status == 200)
        }
        #expect(await bench.api("POST", path, "amount=5000").status == 400)
        #expect(await bench.api("GET", "/v1/payment_intents/\(made["id"])")["amount"] == "1010")
    }

    @Test("a refund of a card cannot expire")
    func refund() async throws {
        let bench = try ProcessorBench()
        let made = await authorized(bench)
        _ = await bench.api("POST", "/v1/payment_intents/\(made["id"])/capture")
        let refund = await bench.api("POST", "/v1/refunds", "payment_intent=\(made["id"])")
        let path = "/v1/test_helpers/refunds/\(refund["id"])/expire"
        #expect(await bench.api("POST", path)["error.type"] == "invalid_request_error")
        #expect(await bench.api("POST", "/v1/test_helpers/refunds/re_none/expire").status == 404)
    }
}
