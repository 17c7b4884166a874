import MoneyKit
import Processor
import ProcessorSimulator
import SimulationKit
import Testing

/// Source: Stripe API reference, "Idempotent requests".
@Suite struct IdempotencyTests {
    let bench: ProcessorBench

    init() throws { bench = try ProcessorBench() }

    private func request(_ amount: Int64 = 5000, method: String = "pm_card_visa", _ metadata: Metadata = [:])
        -> PaymentIntent.Create
    {
        PaymentIntent.Create(
            amount: amount, currency: .usd, paymentMethod: method, confirm: true, captureMethod: .automatic,
            metadata: metadata)
    }

    @Test("a repeated request with its key returns the same response, and charges once")
    func replays() async throws {
        let key = bench.key
        let pairs: Metadata = ["payment_id": "1", "fund": "12", "org": "grace"]
        let first = try await bench.processor.create(request(5000, pairs), key: key)
        bench.clock.advance(seconds: 3600)
        #expect(try await bench.processor.create(request(5000, pairs), key: key) == first)
        #expect(try await bench.movements(of: nil).count == 1)
        #expect(try await bench.events().count == 3)
    }

    @Test("a repeated decline returns the same error without another attempt")
    func replaysDecline() async throws {
        let key = bench.key
        let wanted = request(method: "pm_card_chargeDeclined")
        let first = await refusal { try await bench.processor.create(wanted, key: key) }
        #expect(first?.status == 402)
        #expect(await refusal { try await bench.processor.create(wanted, key: key) } == first)
        #expect(try await bench.events().count == 3)
    }

    @Test("a repeated request returns the original response, even if the object has changed")
    func replaysThePast() async throws {
        let key = bench.key
        let first = try await bench.processor.create(
            request(method: "pm_card_authenticationRequired"), key: key)
        #expect(first.status == .requiresAction)
        _ = try await bench.processor.challenge(first.id, .passed)
        let again = try await bench.processor.create(
            request(method: "pm_card_authenticationRequired"), key: key)
        #expect(again.status == .requiresAction)
        #expect(try await bench.processor.paymentIntent(first.id).status == .succeeded)
    }

    @Test("refuses other parameters with a used key")
    func clashes() async throws {
        let key = bench.key
        let intent = try await bench.processor.create(request(), key: key)
        for refused in [
            await refusal { try await bench.processor.create(request(5001), key: key) },
            await refusal { try await bench.processor.create(request(5000, ["a": "b"]), key: key) },
            await refusal { try await bench.processor.create(request(method: "pm_card_amex"), key: key) },
            await refusal {
                try await bench.processor.create(Refund.Create(paymentIntent: intent.id), key: key)
            },
            await refusal { try await bench.processor.cancel(intent: intent.id, key: key) },
        ] {
            #expect(refused?.kind == .idempotency)
            #expect(refused?.status == 400)
        }
        #expect(try await bench.movements(of: nil).count == 1)
    }

    @Test("an invalid request leaves its key free")
    func validationIsNotKept() async throws {
        let key = bench.key
        #expect(
            await refusal { try await bench.processor.create(request(49), key: key) }?.code
                == "amount_too_small")
        #expect(try await bench.processor.create(request(50), key: key).status == .succeeded)
    }

    @Test("a request that failed because of the state keeps its error")
    func stateErrorIsKept() async throws {
        let church = try await bench.church()
        let intent = try await bench.gift(to: church)
        let refund = Refund.Create(
            paymentIntent: intent.id, reverseTransfer: true, refundApplicationFee: true)
        bench.clock.advance(seconds: 3 * 86_400)
        _ = try await bench.processor.createPayout(of: church, amount: 9500, currency: .usd, key: bench.key)
        let key = bench.key
        #expect(
            await refusal { try await bench.processor.create(refund, key: key) }?.code
                == "balance_insufficient")
        _ = try await bench.gift(20_000, to: church)
        #expect(
            await refusal { try await bench.processor.create(refund, key: key) }?.code
                == "balance_insufficient")
        #expect(try await bench.processor.create(refund, key: bench.key).status == .succeeded)
    }

    @Test(
        "a key expires after 24 hours, and then makes a new request",
        arguments: [
            (86_399, 1), (86_400, 2),
        ] as [(Int64, Int)])
    func forgets(seconds: Int64, charges: Int) async throws {
        let key = bench.key
        let first = try await bench.processor.create(request(), key: key)
        bench.clock.advance(seconds: seconds)
        let second = try await bench.processor.create(request(), key: key)
        #expect((first.id == second.id) == (charges == 1))
        #expect(try await bench.movements(of: nil).count == charges)
    }

    @Test("a key has 1 to 255 characters", arguments: [(0, false), (1, true), (255, true), (256, false)])
    func length(count: Int, good: Bool) async throws {
        let key = IdempotencyKey(String(repeating: "k", count: count))
        let refused = await refusal { try await bench.processor.create(request(), key: key) }
        #expect((refused == nil) == good)
    }
}
