import DatabaseKit
import MoneyKit
import MoneyTestSupport
import PaymentCore
import Processor
import ProcessorSimulator
import SimulationKit
import Testing

@testable import Dependents

/// A fee after a refund or a dispute.
@Suite struct DependentRefundTests {
    /// Makes a world in which the fee of `dep_husam`, 200.00 SAR, is paid.
    private static func paid(method: String = "pm_card_visa", hasAccount: Bool = true) async throws -> (
        world: DependentWorld, payment: Payment
    ) {
        let world = try await DependentWorld.make(hasAccount: hasAccount)
        try await world.enroll(.example())
        let (_, payment) = try await world.dependents.approve("dep_husam", method: method)
        return (world, payment)
    }

    @Test(
        "a refund made here or at the processor makes a fee refunded or partially refunded",
        arguments: [true, false], [nil, 50_00] as [Int64?])
    func refunded(isOurs: Bool, part: Int64?) async throws {
        for hasAccount in [true, false] {
            let (world, payment) = try await Self.paid(hasAccount: hasAccount)
            defer { world.remove() }
            if isOurs {
                _ = try await world.dependents.refund("dep_husam", amountMinor: part)
            } else {
                try await world.refundOutside(payment, part)
            }
            let review = try await world.dependents.review("dep_husam")
            #expect(review.enrolled.status == (part == nil ? .refunded : .partiallyRefunded))
            #expect(review.refunded == Money(part ?? 200_00, .sar))
            #expect(review.approval == (part == nil ? .refunded(payment.total) : .paid(payment.total)))
            #expect(review.enrolled.paidAt == payment.paidAt)
            // The list reads the stored status.
            let stored = try await world.file.read { try $0.dependent("dep_husam") }
            #expect(stored?.status == review.enrolled.status)
            let account = world.payee.map(LedgerAccount.payee) ?? .dependentFee
            let owed = try await world.payee.asyncMap { try await world.halalas(.receivable($0)) } ?? 0
            #expect(try await world.halalas(account) + owed == (part ?? 200_00) - 200_00)
            #expect(try await world.file.read { try $0.ledgerCheck().problems } == [])
        }
    }

    @Test("a refunded fee is not charged again, and a partially refunded one keeps its payment")
    func notAgain() async throws {
        let (world, payment) = try await Self.paid()
        defer { world.remove() }
        _ = try await world.dependents.refund("dep_husam", amountMinor: 50_00)
        let again = try await world.dependents.approve("dep_husam", method: "pm_card_visa")
        #expect(again.payment.id == payment.id && again.payment.attempts == 1)
        _ = try await world.dependents.refund("dep_husam")
        let error = await #expect(throws: DependentError.self) {
            try await world.dependents.approve("dep_husam", method: "pm_card_visa")
        }
        #expect(error?.code == .refunded)
        let all = try await world.file.read { try $0.payments(in: nil, after: nil, limit: 9) }
        #expect(all.map(\.id) == [payment.id] && all.map(\.refundedMinor) == [200_00])
    }

    @Test("a refund that fails at the bank leaves the fee paid")
    func sentBack() async throws {
        let (world, _) = try await Self.paid(method: "pm_card_refundFail")
        defer { world.remove() }
        #expect(try await world.dependents.refund("dep_husam").enrolled.status == .refunded)
        world.clock.advance(seconds: 10 * 86_400)
        try await world.processor.advance()
        try await world.dependents.payments.readEvents()
        #expect(try await world.dependents.review("dep_husam").enrolled.status == .confirmed)
        #expect(try await world.dependents.review("dep_husam").refunded == nil)
    }

    @Test("refuses to refund an unpaid fee, or more than is left")
    func refused() async throws {
        let world = try await DependentWorld.make()
        defer { world.remove() }
        try await world.enroll(.example())
        func code(_ amount: Int64? = nil) async -> String? {
            do {
                _ = try await world.dependents.refund("dep_husam", amountMinor: amount)
                return nil
            } catch let error as DependentError {
                return error.code.rawValue
            } catch let error as PaymentError {
                return error.code.rawValue
            } catch {
                return "\(error)"
            }
        }
        #expect(await code() == "not_paid")
        _ = try await world.dependents.approve("dep_husam", method: "pm_card_chargeDeclined")
        #expect(await code() == "not_paid")
        _ = try await world.dependents.approve("dep_husam", method: "pm_card_visa")
        #expect(await code(200_01) == PaymentError.Code.refundTooLarge.rawValue)
        #expect(await code(0) == PaymentError.Code.refundTooLarge.rawValue)
        #expect(await code(150_00) == nil)
        #expect(await code(50_01) == PaymentError.Code.refundTooLarge.rawValue)
        #expect(try await world.dependents.review("dep_husam").refunded == Money(150_00, .sar))
    }

    @Test(
        "a fee is disputed while its payment is, and confirmed again if the dispute is won",
        arguments: [true, false])
    func disputed(isWon: Bool) async throws {
        let (world, _) = try await Self.paid(method: "pm_card_createDispute")
        defer { world.remove() }
        world.clock.advance(seconds: 86_400)
        try await world.processor.advance()
        try await world.dependents.payments.readEvents()
        let review = try await world.dependents.review("dep_husam")
        #expect(review.enrolled.status == .disputed)
        #expect(review.approval == .paid(Money(200_00, .sar)))
        let dispute = try #require(try await world.file.read { try $0.openDisputes(limit: 1) }.first)
        try await world.dependents.payments.submit(
            evidence: isWon ? "winning_evidence" : "losing_evidence", for: dispute.id)
        try await world.dependents.payments.readEvents()
        #expect(
            try await world.dependents.review("dep_husam").enrolled.status == (isWon ? .confirmed : .disputed)
        )
    }

    @Test("shows a refund that was booked before refunds were stored with the fee")
    func storedBefore() async throws {
        let (world, payment) = try await Self.paid()
        defer { world.remove() }
        _ = try await world.dependents.refund("dep_husam")
        var old = try #require(try await world.file.read { try $0.dependent("dep_husam") })
        old.refundedMinor = nil
        try await world.file.write { [old] in try $0.save(old) }
        #expect(try await world.dependents.reviews().map(\.enrolled.status) == [.refunded])
        #expect(try await world.dependents.reviews().first?.refunded == payment.total)
    }
}

extension DependentWorld {
    /// Refunds a payment at the processor, and reads the event.
    fileprivate func refundOutside(_ payment: Payment, _ amount: Int64?) async throws {
        _ = try await processor.create(
            Refund.Create(
                paymentIntent: payment.intent ?? "", amount: amount, reverseTransfer: payee != nil,
                refundApplicationFee: false), key: IdempotencyKey(bench.ids.make("outside")))
        try await dependents.payments.readEvents()
    }
}

extension Optional where Wrapped: Sendable {
    fileprivate func asyncMap<Value: Sendable>(_ transform: (Wrapped) async throws -> Value) async rethrows
        -> Value?
    {
        guard let value = self else { return nil }
        return try await transform(value)
    }
}
