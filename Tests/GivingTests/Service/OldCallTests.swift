import DatabaseKit
import Giving
import MoneyKit
import MoneyTestSupport
import PaymentCore
import Processor
import ProcessorSimulator
import SimulationKit
import Testing
import TimeKit

/// Requests whose response was lost, and whose key the processor has since forgotten.
@Suite struct OldCallTests {
    /// Makes a world in which the responses to the first `count` requests of a kind are lost.
    private static func world(losing operation: ProcessorFaultPlan.Operation, count: Int = 3) async throws
        -> GivingWorld
    {
        let rules = (1...count).map { ProcessorFaultPlan.Rule(operation, $0, .answerLost) }
        return try await GivingWorld.make {
            FaultyProcessor($0, ProcessorFaultPlan(rules: rules)) { _ in }
        }
    }

    @Test("finds a reversal whose response was lost, and the church pays once")
    func reversal() async throws {
        let world = try await Self.world(losing: .reverse)
        defer { world.remove() }
        let gift = try await world.giving.give(.to(amount: "50"))
        _ = try await world.giving.give(.to(amount: "100"))
        _ = try await world.giving.give(.to(amount: "200"))
        try await world.settle()
        _ = try await world.giving.refund(gift.id, amount: nil, reason: nil)
        world.clock.advance(seconds: 2 * 86_400)
        #expect(try await world.differences() == [])
        #expect(try await world.ledger(.receivable(try await world.account())) == 0)
        #expect(try await world.problems() == [])
    }

    @Test("finds a payout whose response was lost")
    func payout() async throws {
        let world = try await Self.world(losing: .payout)
        defer { world.remove() }
        _ = try await world.giving.give(.to(amount: "50"))
        world.clock.advance(seconds: 5 * 86_400)
        let account = try await world.account()
        await #expect(throws: PaymentError.self) { try await world.giving.payments.payOut(to: account) }
        world.clock.advance(seconds: 2 * 86_400)
        #expect(try await world.differences() == [])
        #expect(try await world.ledger(.payee(account)) == 0)
    }

    @Test("a second payout reports that the outcome of the first is unknown", arguments: [false, true])
    func payoutTwice(isMade: Bool) async throws {
        let rules = (1...3).map { ProcessorFaultPlan.Rule(.payout, $0, isMade ? .answerLost : .requestLost) }
        let world = try await GivingWorld.make {
            FaultyProcessor($0, ProcessorFaultPlan(rules: rules)) { _ in }
        }
        defer { world.remove() }
        _ = try await world.giving.give(.to(amount: "50"))
        world.clock.advance(seconds: 5 * 86_400)
        let account = try await world.account()
        for _ in 1...2 {
            let error = await #expect(throws: PaymentError.self) {
                try await world.giving.payments.payOut(to: account)
            }
            #expect(error?.code == .outcomeUnknown)
        }
        _ = try await world.giving.payments.finishLeftCalls(olderThan: 0)
        #expect(try await world.giving.payments.payOut(to: account).isEmpty)
        let payouts = try await world.file.read { try $0.payouts(ofPayee: account, after: nil, limit: 9) }
        #expect(payouts.map(\.amount) == [Money(4825, .usd)])
    }

    @Test("a payout that was never made is not booked, and can be made again")
    func payoutNeverMade() async throws {
        let rules = (1...3).map { ProcessorFaultPlan.Rule(.payout, $0, .requestLost) }
        let world = try await GivingWorld.make {
            FaultyProcessor($0, ProcessorFaultPlan(rules: rules)) { _ in }
        }
        defer { world.remove() }
        _ = try await world.giving.give(.to(amount: "50"))
        world.clock.advance(seconds: 5 * 86_400)
        let account = try await world.account()
        await #expect(throws: PaymentError.self) { try await world.giving.payments.payOut(to: account) }
        world.clock.advance(seconds: 2 * 86_400)
        #expect(try await world.differences() == [])
        #expect(try await world.giving.payments.payOut(to: account).map(\.amount) == [Money(4825, .usd)])
    }

    @Test("repeats a customer's deletion, however old the request is")
    func deletion() async throws {
        let rules = (1...100).map { ProcessorFaultPlan.Rule(.otherChange, $0, .requestLost) }
        let clock = try await GivingWorld.make()
        defer { clock.remove() }
        let faulty = FaultyProcessor(clock.processor, ProcessorFaultPlan(rules: rules)) { _ in }
        let gift = try await clock.giving.give(.to(recurring: true))
        let silent = clock.service(over: faulty)
        await #expect(throws: PaymentError.self) {
            try await silent.forget(.email("donor@example.org"))
        }
        let customer = try #require(
            try await clock.processor.subscriptions(ListQuery()).data.first?.customer)
        clock.clock.advance(seconds: 2 * 86_400)
        _ = try await clock.giving.payments.reconcile()
        let key = IdempotencyKey("look")
        let error = await #expect(throws: ProcessorError.self) {
            _ = try await clock.processor.delete(customer: customer, key: key)
        }
        #expect(error?.code == "resource_missing")
        #expect(gift.status == .succeeded)
    }

    @Test("completes a change whose response was lost for a day")
    func amountChange() async throws {
        let world = try await Self.world(losing: .updateSubscription)
        defer { world.remove() }
        let id = try await world.giving.give(.to(recurring: true, coversFee: true)).recurring ?? ""
        await #expect(throws: PaymentError.self) { try await world.giving.change(id, .amount("80")) }
        world.clock.advance(seconds: 2 * 86_400)
        _ = try await world.giving.payments.reconcile()
        let recurring = try await world.file.read { try $0.recurring(id) }
        #expect(recurring?.amount == Money(8000, .usd))
        #expect(recurring?.coveredFeeMinor == 270)
    }

    @Test("an intent that the processor does not know needs review until the processor knows it again")
    func unknownIntent() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let waiting = try await world.giving.give(.to(method: "pm_card_authenticationRequired"))
        let other = try await GivingWorld.make(seed: 2)
        defer { other.remove() }
        // The processor runs on an older backup.
        let lost = world.service(over: other.processor)
        _ = try await lost.payments.reconcile()
        #expect(try await world.file.read { try $0.gift(waiting.id) }?.status == .needsReview)
        _ = try await lost.payments.reconcile()
        // The processor knows the intent again, so the gift no longer needs review.
        _ = try await world.giving.payments.reconcile()
        #expect(try await world.file.read { try $0.gift(waiting.id) }?.status == .requiresAction)
    }

    @Test("a succeeded payment stays succeeded if the processor does not know its intent")
    func unknownSucceededIntent() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let gift = try await world.giving.give(.to())
        let payment = try #require(gift.payment)
        let other = try await GivingWorld.make(seed: 2)
        defer { other.remove() }
        // The processor runs on an older backup.
        try await world.service(over: other.processor).payments.refresh(payment: payment)
        #expect(try await world.file.read { try $0.payment(payment) }?.state == .succeeded)
    }

    @Test("a refund that needs review counts as pending, and is found when the processor lists it")
    func refundInReview() async throws {
        let rules = (1...3).map { ProcessorFaultPlan.Rule(.refund, $0, .requestLost) }
        let world = try await GivingWorld.make {
            FaultyProcessor($0, ProcessorFaultPlan(rules: rules)) { _ in }
        }
        defer { world.remove() }
        let gift = try await world.giving.give(.to())
        try await world.settle()
        await #expect(throws: PaymentError.self) {
            try await world.giving.refund(gift.id, amount: nil, reason: nil)
        }
        world.clock.advance(seconds: 2 * 86_400)
        _ = try await world.giving.payments.reconcile()
        let payment = try #require(gift.payment)
        let refund = try #require(try await world.file.read { try $0.refunds(ofPayment: payment).first })
        #expect(refund.state == .needsReview)
        let error = await #expect(throws: PaymentError.self) {
            try await world.giving.refund(gift.id, amount: "1", reason: nil)
        }
        #expect(error?.code == .refundTooLarge)
        // The refund was carried out after all.
        _ = try await world.processor.create(
            Refund.Create(
                paymentIntent: gift.paymentIntent ?? "", amount: nil, reverseTransfer: true,
                refundApplicationFee: true, metadata: ["refund_id": refund.id]),
            key: IdempotencyKey("late"))
        _ = try await world.giving.payments.reconcile()
        #expect(try await world.file.read { try $0.gift(gift.id) }?.status == .refunded)
        #expect(try await world.differences() == [])
    }
}
