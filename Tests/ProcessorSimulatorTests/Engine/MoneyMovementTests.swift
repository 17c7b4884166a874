import MoneyKit
import Processor
import ProcessorSimulator
import SimulationKit
import TestSupport
import Testing
import TimeKit

/// The money of a destination gift at 2.9 % and 30 cents.
///
/// Source: Stripe documentation, "Create destination charges", "Flow of funds with fees".
@Suite struct MoneyMovementTests {
    @Test("a gift of 100.00 with a fee of 5.00 leaves the platform 1.80 and the church 95.00")
    func destinationGift() async throws {
        let bench = try ProcessorBench()
        let church = try await bench.church()
        let intent = try await bench.gift(to: church)
        #expect(
            try await bench.movements(of: nil) == [
                "charge 10000 320", "transfer -10000 0", "application_fee 500 0",
            ])
        #expect(try await bench.movements(of: church) == ["payment 10000 500"])
        #expect(try await bench.holding(of: nil) == 180)
        #expect(try await bench.holding(of: church) == 9500)

        let charge = try await bench.processor.charge(#require(intent.latestCharge))
        let transfer = try await bench.processor.transfer(#require(charge.transfer))
        #expect(charge.id.hasPrefix("ch_"))
        #expect(charge.balanceTransaction?.hasPrefix("txn_") == true)
        #expect(charge.applicationFee?.hasPrefix("fee_") == true)
        #expect(transfer.amount == 10_000)
        #expect(transfer.sourceTransaction == charge.id)
        #expect(transfer.destinationPayment?.hasPrefix("py_") == true)
        let payment = try await bench.processor.charge(#require(transfer.destinationPayment))
        #expect(payment.sourceTransfer == transfer.id)
        #expect(payment.amount == 10_000)
        #expect(
            try await bench.events().filter { !$0.contains("account") && !$0.contains("capability") } == [
                "payment_intent.created", "charge.succeeded", "payment_intent.succeeded", "transfer.created",
                "application_fee.created", "connected payment.created",
            ])
    }

    /// The options of a refund, and its effect on the platform and the church.
    static let refunds: [(reverse: Bool, feeBack: Bool, platform: Int64, church: Int64)] = [
        (false, false, -5000, 0),
        (true, false, 0, -5000),
        (true, true, -250, -4750),
        (false, true, -5250, 250),
    ]

    @Test("a refund of 50.00 reverses only what it requests", arguments: refunds)
    func refund(reverse: Bool, feeBack: Bool, platform: Int64, church change: Int64) async throws {
        let bench = try ProcessorBench()
        let church = try await bench.church()
        let intent = try await bench.gift(to: church)
        let refund = try await bench.processor.create(
            Refund.Create(
                paymentIntent: intent.id, amount: 5000, reverseTransfer: reverse,
                refundApplicationFee: feeBack),
            key: bench.key)
        #expect(refund.status == .succeeded)
        #expect((refund.transferReversal != nil) == reverse)
        #expect(try await bench.holding(of: nil) == 180 + platform)
        #expect(try await bench.holding(of: church) == 9500 + change)
        var expected = ["refund -5000 0"]
        if reverse { expected.append("transfer_refund 5000 0") }
        if feeBack { expected.append("application_fee_refund -250 0") }
        #expect(try await bench.movements(of: nil).dropFirst(3) == expected[...])
    }

    @Test("without an application fee, the church gets the whole amount")
    func withoutFee() async throws {
        let bench = try ProcessorBench()
        let church = try await bench.church()
        let intent = try await bench.gift(fee: nil, to: church)
        #expect(try await bench.movements(of: church) == ["payment 10000 0"])
        #expect(try await bench.holding(of: nil) == -320)
        let charge = try await bench.processor.charge(#require(intent.latestCharge))
        #expect(charge.applicationFee == nil)
    }

    @Test(
        "the processor's fee is 2.9%, rounded half up, and 30 cents",
        arguments: [
            (50, 31), (51, 31), (52, 32), (86, 32), (87, 33), (5000, 175), (5180, 180), (10_000, 320),
            (99_999_999, 2_900_030),
        ] as [(Int64, Int64)])
    func fee(amount: Int64, fee: Int64) async throws {
        let bench = try ProcessorBench()
        _ = try await bench.gift(amount, to: nil)
        #expect(try await bench.movements(of: nil) == ["charge \(amount) \(fee)"])
    }

    @Test("automatic_async books later: transaction, transfer and fee are nil until then")
    func booksLate() async throws {
        let bench = try ProcessorBench()
        let church = try await bench.church()
        let intent = try await bench.gift(to: church, capture: .automaticAsync)
        #expect(intent.status == .succeeded)
        let id = try #require(intent.latestCharge)
        let early = try await bench.processor.charge(id)
        #expect(early.balanceTransaction == nil)
        #expect(early.transfer == nil)
        #expect(early.applicationFee == nil)
        #expect(try await bench.movements(of: nil) == [])
        bench.clock.advance(seconds: 2)
        let late = try await bench.processor.charge(id)
        #expect(late.balanceTransaction != nil)
        #expect(late.transfer != nil)
        #expect(late.applicationFee != nil)
        #expect(try await bench.holding(of: church) == 9500)
        #expect(
            try await bench.events().suffix(6) == [
                "charge.succeeded", "payment_intent.succeeded", "charge.updated", "transfer.created",
                "application_fee.created", "connected payment.created",
            ])
    }

    @Test("a refund before the booking books the charge first")
    func refundBooks() async throws {
        let bench = try ProcessorBench()
        let church = try await bench.church()
        let intent = try await bench.gift(to: church, capture: .automaticAsync)
        _ = try await bench.processor.create(
            Refund.Create(paymentIntent: intent.id, reverseTransfer: true, refundApplicationFee: true),
            key: bench.key)
        #expect(try await bench.holding(of: church) == 0)
        #expect(try await bench.holding(of: nil) == -320)
        bench.clock.advance(seconds: 60)
        #expect(try await bench.movements(of: nil).filter { $0.hasPrefix("charge") }.count == 1)
    }

    @Test("money is pending until midnight of the second day")
    func settles() async throws {
        let bench = try ProcessorBench(at: "2026-01-31T09:00:00Z")
        let church = try await bench.church()
        _ = try await bench.gift(to: church)
        var balance = try await bench.processor.balances(of: church)
        #expect(balance == [Balance(currency: .usd, available: 0, pending: 9500)])
        bench.clock.advance(to: try #require(Timestamp(iso8601: "2026-02-01T23:59:59Z")))
        balance = try await bench.processor.balances(of: church)
        #expect(balance == [Balance(currency: .usd, available: 0, pending: 9500)])
        bench.clock.advance(seconds: 1)
        balance = try await bench.processor.balances(of: church)
        #expect(balance == [Balance(currency: .usd, available: 9500, pending: 0)])
        #expect(
            try await bench.processor.balances(of: nil) == [
                Balance(currency: .usd, available: 180, pending: 0)
            ])
    }

    @Test("a bypassPending card's money is available immediately")
    func bypasses() async throws {
        let bench = try ProcessorBench()
        _ = try await bench.gift(to: nil, with: "pm_card_bypassPending")
        #expect(
            try await bench.processor.balances(of: nil) == [
                Balance(currency: .usd, available: 9680, pending: 0)
            ])
    }
}
