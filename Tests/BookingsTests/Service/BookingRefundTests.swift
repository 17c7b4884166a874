import Bookings
import DatabaseKit
import MoneyKit
import MoneyTestSupport
import Payees
import PaymentCore
import Processor
import ProcessorSimulator
import SimulationKit
import Testing
import TimeKit

/// Partial refunds of a job.
@Suite struct BookingRefundTests {
    @Test("a refund before completion reduces the payee's share and the fee in proportion")
    func held() async throws {
        let world = try await BookingWorld.make()
        defer { world.remove() }
        let job = try await world.job(150_00)
        let refunded = try await world.bookings.refund(50_00, of: job.id, by: .platform)
        #expect(refunded.status == .confirmed && refunded.refundedMinor == 50_00)
        // 80 % of the remaining price.
        #expect(refunded.earned == Money(80_00, .usd))
        #expect(try await world.held() == [80_00])
        #expect(try await world.ledger(.feeRevenue) == -20_00)
        let done = try await world.bookings.perform(.complete, on: job.id, by: world.asDriver)
        #expect(done.status == .completed && done.earned == Money(80_00, .usd))
        #expect(try await world.ledger(.payee(world.account)) == -80_00)
        let earnings = try await world.bookings.payees.earnings(of: world.driver.id, in: .usd)
        #expect(earnings.total == Money(80_00, .usd))
        #expect(try await world.problems() == [])
    }

    @Test("a refund after the payout is collected from the payee")
    func released() async throws {
        let world = try await BookingWorld.make()
        defer { world.remove() }
        let job = try await world.completed(150_00)
        #expect(try await world.ledger(.payee(world.account)) == -120_00)
        let refunded = try await world.bookings.refund(30_00, of: job.id, by: .platform)
        #expect(refunded.status == .completed && refunded.earned == Money(96_00, .usd))
        #expect(try await world.ledger(.payee(world.account)) == -96_00)
        #expect(try await world.ledger(.receivable(world.account)) == 0)
        let earnings = try await world.bookings.payees.earnings(of: world.driver.id, in: .usd)
        #expect(earnings.total == Money(96_00, .usd))
        #expect(try await world.problems() == [])
    }

    @Test(
        "a cancellation after partial refunds refunds the remainder, to the cent",
        arguments: [[1], [33_33], [50_00, 50_00], [149_99], [0_01, 33_33, 99_99]] as [[Int64]])
    func cancelled(parts: [Int64]) async throws {
        let world = try await BookingWorld.make()
        defer { world.remove() }
        let job = try await world.job(150_00)
        for part in parts { _ = try await world.bookings.refund(part, of: job.id, by: .platform) }
        let cancelled = try await world.bookings.perform(.cancel, on: job.id, by: .platform)
        #expect(cancelled.status == .refunded && cancelled.refundedMinor == 150_00)
        #expect(cancelled.earned.minorUnits == 0)
        #expect(try await world.held().allSatisfy { $0 == 0 })
        #expect(try await world.ledger(.feeRevenue) == 0)
        let refunds = try await world.file.read { try $0.refunds(ofPayment: job.payment) }
        #expect(refunds.map(\.amountMinor) == parts + [150_00 - parts.reduce(0, +)])
        #expect(try await world.bookings.settleDue() == 0)
        #expect(try await world.problems() == [])
    }

    @Test("a cancellation refunds what an unnoticed refund at the processor left")
    func cancelledAfterOutsideRefund() async throws {
        let world = try await BookingWorld.make()
        defer { world.remove() }
        let job = try await world.job(150_00)
        let intent = try await world.file.read { try $0.payment(job.payment)?.intent }
        _ = try await world.processor.create(
            Refund.Create(paymentIntent: intent ?? "", amount: 30_00), key: IdempotencyKey("outside"))
        let cancelled = try await world.bookings.perform(.cancel, on: job.id, by: .platform)
        #expect(cancelled.status == .refunded && cancelled.refundedMinor == 150_00)
        #expect(try await world.bookings.settleDue() == 0)
        #expect(try await world.problems() == [])
    }

    @Test("partial refunds of the whole price refund the job, and no more is refunded")
    func whole() async throws {
        let world = try await BookingWorld.make()
        defer { world.remove() }
        let job = try await world.job(150_00)
        _ = try await world.bookings.refund(100_00, of: job.id, by: .platform)
        let over = await #expect(throws: PaymentError.self) {
            try await world.bookings.refund(50_01, of: job.id, by: .platform)
        }
        #expect(over?.code == .refundTooLarge)
        let all = try await world.bookings.refund(50_00, of: job.id, by: .platform)
        #expect(all.status == .refunded && all.refundedMinor == 150_00)
        #expect(
            await code { _ = try await world.bookings.refund(1, of: job.id, by: .platform) } == "wrong_state")
        #expect(
            await code { _ = try await world.bookings.perform(.complete, on: job.id, by: world.asDriver) }
                == "wrong_state")
        #expect(try await world.problems() == [])
    }

    @Test("refuses a refund of zero or less, and moves nothing", arguments: [0, -1, .min] as [Int64])
    func amounts(minor: Int64) async throws {
        let world = try await BookingWorld.make()
        defer { world.remove() }
        let job = try await world.job()
        let error = await #expect(throws: PaymentError.self) {
            try await world.bookings.refund(minor, of: job.id, by: .platform)
        }
        #expect(error?.code == .refundTooLarge)
        #expect(try await world.file.read { try $0.refunds(ofPayment: job.payment) }.isEmpty)
    }

    @Test("only the platform can refund, and not a disputed, canceled or unknown job")
    func refusals() async throws {
        let world = try await BookingWorld.make()
        defer { world.remove() }
        let job = try await world.job()
        for actor in [world.asPayer, world.asDriver] {
            #expect(
                await code { _ = try await world.bookings.refund(1, of: job.id, by: actor) } == "not_yours")
        }
        #expect(
            await code { _ = try await world.bookings.refund(1, of: job.id, by: .payee("drv_other")) }
                == "job_not_found")
        #expect(
            await code { _ = try await world.bookings.refund(1, of: "job_none", by: .platform) }
                == "job_not_found")
        let disputed = try await world.job(method: "pm_card_createDispute")
        try await world.pass(days: 1)
        #expect(
            await code { _ = try await world.bookings.refund(1, of: disputed.id, by: .platform) }
                == "disputed")
        _ = try await world.bookings.perform(.cancel, on: job.id, by: .platform)
        #expect(
            await code { _ = try await world.bookings.refund(1, of: job.id, by: .platform) } == "wrong_state")
    }

    @Test("a refund whose response is lost is made once")
    func lostAnswer() async throws {
        let plan = ProcessorFaultPlan(rules: (1...3).map { .init(.refund, $0, .answerLost) })
        let world = try await BookingWorld.make { FaultyProcessor($0, plan) { _ in } }
        defer { world.remove() }
        let job = try await world.job(150_00)
        let asked = try await world.bookings.refund(50_00, of: job.id, by: .platform)
        #expect(asked.refundedMinor == 0)
        // The cancellation does not refund the same money again.
        #expect(
            try await world.file.read { try $0.refunds(ofPayment: job.payment) }.map(\.state) == [.pending])
        world.clock.advance(seconds: 60)
        _ = try await world.calm.payments.reconcile()
        let now = try await world.calm.job(job.id, for: .platform)
        #expect(now.refundedMinor == 50_00 && now.earned == Money(80_00, .usd))
        #expect(try await world.file.read { try $0.refunds(ofPayment: job.payment) }.count == 1)
        #expect(try await world.problems() == [])
    }
}
