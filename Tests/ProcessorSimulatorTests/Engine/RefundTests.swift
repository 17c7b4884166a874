import MoneyKit
import Processor
import ProcessorSimulator
import SimulationKit
import TestSupport
import Testing
import TimeKit

/// Source: Stripe documentation, "Create destination charges", "Issue refunds".
@Suite struct RefundTests {
    @Test("partial refunds of everything return all transferred money, to the cent", arguments: fewerSeeds)
    func partialRefunds(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let bench = try ProcessorBench()
        let church = try await bench.church()
        let amount = Int64.random(in: 50...20_000, using: &generator)
        let fee = Int64.random(in: 0...amount, using: &generator)
        let intent = try await bench.gift(amount, fee: fee, to: church)
        let kept = try await bench.processor.balanceTransactions(of: nil, ListQuery()).data.map(\.fee).reduce(
            0, +)
        #expect(try await bench.holding(of: church) == amount - fee)

        var left = amount
        while left > 0 {
            let part = Bool.random(using: &generator) ? left : Int64.random(in: 1...left, using: &generator)
            let refund = try await bench.processor.create(
                Refund.Create(
                    paymentIntent: intent.id, amount: part, reverseTransfer: true, refundApplicationFee: true),
                key: bench.key)
            #expect(refund.amount == part)
            left -= part
            let charge = try await bench.processor.charge(refund.charge)
            #expect(charge.amountRefunded == amount - left)
            #expect(charge.refunded == (left == 0))
            // The church's remainder is its share of the remaining amount, within half a cent.
            let held = try await bench.holding(of: church)
            #expect(abs(held * amount - (amount - fee) * left) * 2 <= amount)
        }
        #expect(try await bench.holding(of: church) == 0)
        #expect(try await bench.holding(of: nil) == -kept)
        let again = await refusal {
            try await bench.processor.create(Refund.Create(paymentIntent: intent.id), key: bench.key)
        }
        #expect(again?.code == "charge_already_refunded")
    }

    @Test("a partial refund without the fee leaves the other part its own share of the fee")
    func feeOfOnePart() async throws {
        let bench = try ProcessorBench()
        let church = try await bench.church()
        let intent = try await bench.gift(to: church)
        for feeBack in [false, true] {
            _ = try await bench.processor.create(
                Refund.Create(
                    paymentIntent: intent.id, amount: 5000, reverseTransfer: feeBack,
                    refundApplicationFee: feeBack), key: bench.key)
        }
        // Half of the transfer and half of the fee of 5.00 were returned.
        #expect(try await bench.holding(of: church) == 9500 - 5000 + 250)
    }

    @Test("lists the refunds of an intent, newest first")
    func lists() async throws {
        let bench = try ProcessorBench()
        let intent = try await bench.gift(to: nil)
        var made: [Refund] = []
        for _ in 0..<3 {
            made.append(
                try await bench.processor.create(
                    Refund.Create(
                        paymentIntent: intent.id, amount: 100, reason: .requestedByCustomer,
                        metadata: ["gift": "1"]), key: bench.key))
        }
        #expect(try await bench.processor.refunds(ofIntent: intent.id).data == made.reversed())
        #expect(try await bench.processor.refund(made[0].id) == made[0])
    }

    @Test("refuses to reverse more than the connected account holds")
    func insufficient() async throws {
        let bench = try ProcessorBench()
        let church = try await bench.church()
        let intent = try await bench.gift(to: church)
        bench.clock.advance(seconds: 3 * 86_400)
        _ = try await bench.processor.createPayout(of: church, amount: 9001, currency: .usd, key: bench.key)
        func refund(_ amount: Int64) async -> ProcessorError? {
            await refusal {
                try await bench.processor.create(
                    Refund.Create(
                        paymentIntent: intent.id, amount: amount, reverseTransfer: true,
                        refundApplicationFee: false), key: bench.key)
            }
        }
        #expect(await refund(500)?.code == "balance_insufficient")
        #expect(try await bench.holding(of: nil) == 180)
        #expect(await refund(499) == nil)
        #expect(try await bench.holding(of: church) == 0)
    }

    @Test("refuses an impossible refund, and moves no money")
    func refuses() async throws {
        let bench = try ProcessorBench()
        let plain = try await bench.gift(to: nil)
        let unpaid = try await bench.processor.create(
            PaymentIntent.Create(amount: 500, currency: .usd), key: bench.key)
        let cases: [(Refund.Create, String?, String?)] = [
            (Refund.Create(paymentIntent: "pi_1"), "resource_missing", "payment_intent"),
            (Refund.Create(paymentIntent: unpaid.id), "payment_intent_unexpected_state", nil),
            (Refund.Create(paymentIntent: plain.id, amount: 0), "parameter_invalid_integer", "amount"),
            (Refund.Create(paymentIntent: plain.id, amount: -1), "parameter_invalid_integer", "amount"),
            (Refund.Create(paymentIntent: plain.id, amount: 10_001), nil, "amount"),
            (Refund.Create(paymentIntent: plain.id, amount: .max), nil, "amount"),
            (Refund.Create(paymentIntent: plain.id, reverseTransfer: true), nil, "reverse_transfer"),
            (
                Refund.Create(paymentIntent: plain.id, refundApplicationFee: true), nil,
                "refund_application_fee"
            ),
        ]
        for (request, code, parameter) in cases {
            let error = await refusal { try await bench.processor.create(request, key: bench.key) }
            #expect(error?.status == 400)
            #expect(error?.code == code)
            #expect(error?.parameter == parameter)
        }
        #expect(try await bench.movements(of: nil).count == 1)
    }

    @Test("with refundFail, the refund fails a day later and the money is returned")
    func fails() async throws {
        let bench = try ProcessorBench()
        let intent = try await bench.gift(to: nil, with: "pm_card_refundFail")
        let refund = try await bench.processor.create(Refund.Create(paymentIntent: intent.id), key: bench.key)
        #expect(refund.status == .succeeded)
        #expect(try await bench.holding(of: nil) == -320)
        bench.clock.advance(seconds: 86_400)
        #expect(try await bench.processor.refund(refund.id).status == .failed)
        #expect(try await bench.holding(of: nil) == 9680)
        #expect(try await bench.processor.charge(refund.charge).amountRefunded == 0)
        #expect(try await bench.events().suffix(2) == ["refund.failed", "charge.refund.updated"])
    }

    @Test("with pendingRefund, the refund is pending for a day")
    func pends() async throws {
        let bench = try ProcessorBench()
        let intent = try await bench.gift(to: nil, with: "pm_card_pendingRefund")
        let refund = try await bench.processor.create(Refund.Create(paymentIntent: intent.id), key: bench.key)
        #expect(refund.status == .pending)
        bench.clock.advance(seconds: 86_400)
        #expect(try await bench.processor.refund(refund.id).status == .succeeded)
        #expect(try await bench.events().suffix(2) == ["refund.updated", "charge.refund.updated"])
    }

    @Test("sends a refund's events in Stripe's order")
    func events() async throws {
        let bench = try ProcessorBench()
        let church = try await bench.church()
        let intent = try await bench.gift(to: church)
        _ = try await bench.processor.create(
            Refund.Create(paymentIntent: intent.id, reverseTransfer: true, refundApplicationFee: true),
            key: bench.key)
        #expect(
            try await bench.events().suffix(4) == [
                "charge.refunded", "refund.created", "transfer.reversed", "application_fee.refunded",
            ])
    }
}
