import Processor
import SimulationKit
import Testing

@testable import ProcessorSimulator

/// Faults in front of Stripe's API, which are the same as in front of the typed interface.
@Suite struct FaultLineTests {
    @Test(
        "derives the operation from a request",
        arguments: [
            ("POST", "/v1/payment_intents", ProcessorFaultPlan.Operation.createIntent),
            ("POST", "/v1/payment_intents/pi_1/confirm", .confirm),
            ("POST", "/v1/payment_intents/pi_1/capture", .capture),
            ("POST", "/v1/payment_intents/pi_1/cancel", .cancel),
            ("POST", "/v1/payment_intents/pi_1", .otherChange),
            ("GET", "/v1/payment_intents/pi_1", .read),
            ("POST", "/v1/refunds", .refund),
            ("POST", "/v1/subscriptions", .createSubscription),
            ("POST", "/v1/subscriptions/sub_1", .updateSubscription),
            ("DELETE", "/v1/subscriptions/sub_1", .cancelSubscription),
            ("POST", "/v1/invoices/in_1/pay", .payInvoice),
            ("POST", "/v1/transfers", .transfer),
            ("POST", "/v1/transfers/tr_1/reversals", .reverse),
            ("POST", "/v1/payouts", .payout),
            ("POST", "/v1/payouts/po_1/cancel", .otherChange),
            ("POST", "/v1/customers", .otherChange),
            ("DELETE", "/v1/customers/cus_1", .otherChange),
            ("GET", "/v1/events", .events),
            ("GET", "/v1/events/evt_1", .read),
        ])
    func operations(method: String, path: String, operation: ProcessorFaultPlan.Operation) {
        #expect(ProcessorFaultPlan.Operation(method: method, path: path) == operation)
    }

    @Test("counts and draws like the typed interface, and starts over with a new plan")
    func draws() {
        let plan = ProcessorFaultPlan(rules: [.init(.refund, 2, .serverError)], rate: 3_000, seed: 5)
        let (typed, served) = (FaultLine(plan), FaultLine(plan))
        let refund = APIRequest(method: "POST", path: "/v1/refunds", apiKey: nil)
        let first = (0..<50).map { _ in typed.next(.refund).fault }
        #expect((0..<50).map { _ in served.next(refund).fault } == first)
        #expect(first[1] == .serverError && served.requests == 50)
        served.begin(plan)
        #expect(served.requests == 0)
        #expect((0..<50).map { _ in served.next(refund).fault } == first)
    }

    @Test("reports events over the API like the typed interface")
    func events() async throws {
        let bench = try ProcessorBench()
        for name in ["a", "b", "c", "d", "e", "f"] {
            _ = try await bench.processor.create(Customer.Create(name: name), key: IdempotencyKey(name))
        }
        let plan = ProcessorFaultPlan(events: [.lost, .twice, .shuffled], seed: 3)
        let request = APIRequest(
            method: "GET", path: "/v1/events", query: Array("limit=4".utf8), apiKey: "sk_test_x")
        let whole = await bench.processor.exchange(request)
        let reported = FaultLine(plan).reported(whole, to: request)
        let typed = try await FaultyProcessor(bench.processor, plan) { _ in }.events(ListQuery(limit: 4))
        let ids = String(decoding: reported.body, as: UTF8.self).matches(of: /"id":"(evt_[^"]+)"/).map {
            String($0.1)
        }
        #expect(ids == typed.data.map(\.id))
        #expect(FaultLine().reported(whole, to: request).body.count == whole.body.count)
        let other = APIRequest(method: "GET", path: "/v1/customers", apiKey: "sk_test_x")
        #expect(FaultLine(plan).reported(whole, to: other) == whole)
    }
}
