import DatabaseKit
import Foundation
import Giving
import MoneyKit
import MoneyTestSupport
import Processor
import ProcessorSimulator
import SimulationKit
import Testing
import TimeKit

@testable import PaymentCore

/// M-2: every followed event type, with a change at the processor that is delivered only by webhook or read
/// after downtime.
@Suite struct EventTypeTests {
    static let followed = ProcessorEventType.allCases.filter(\.isFollowed)

    @Test(
        "every followed event type books its change", arguments: followed, Notice.allCases)
    func noticed(type: ProcessorEventType, by notice: Notice) async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let change = try await OutsideChange.make(for: type, in: world)
        #expect(try await !change.isNoticed())
        switch notice {
        case .webhooks:
            let event = ProcessorEvent(
                id: "evt_alone", created: world.clock.now, type: type.rawValue, account: change.account,
                subject: change.subject)
            try await world.calm.payments.receive(event)
            try await world.calm.payments.workReceivedEvents()
        case .reading:
            world.clock.advance(seconds: 60)
            try await world.calm.payments.readEvents()
            // A reconciliation also finds events that are only delivered.
            if type.handling != .asked { _ = try await world.calm.payments.reconcile() }
        }
        #expect(try await change.isNoticed())
        #expect(try await world.problems() == [])
        #expect(try await world.differences() == [])
    }

    @Test(
        "an event of an ignored type changes nothing",
        arguments: ProcessorEventType.allCases.filter { !$0.isFollowed })
    func ignored(type: ProcessorEventType) async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let change = try await OutsideChange.refund(in: world, subject: \.refund)
        let event = ProcessorEvent(
            id: "evt_alone", created: world.clock.now, type: type.rawValue, account: nil,
            subject: change.subject)
        try await world.calm.payments.receive(event)
        #expect(try await world.calm.payments.workReceivedEvents() == 1)
        #expect(try await !change.isNoticed())
    }
}

/// A change at the processor, with the subject of its event.
struct OutsideChange {
    var subject: EventSubject
    var account: String?
    /// Whether the books contain the change.
    var isNoticed: () async throws -> Bool

    static func make(for type: ProcessorEventType, in world: GivingWorld) async throws -> OutsideChange {
        switch type {
        case .chargeRefunded: try await refund(in: world, subject: \.charge)
        case .refundCreated, .refundUpdated, .chargeRefundUpdated:
            try await refund(in: world, subject: \.refund)
        case .refundFailed: try await failedRefund(in: world)
        case .transferReversed: try await reversal(in: world)
        case .transferCreated: try await transfer(in: world)
        case .applicationFeeRefunded: try await returnedFee(in: world)
        case .chargeDisputeCreated, .chargeDisputeFundsWithdrawn, .chargeDisputeUpdated:
            try await dispute(in: world, isWon: false)
        case .chargeDisputeClosed, .chargeDisputeFundsReinstated: try await dispute(in: world, isWon: true)
        case .chargeUpdated: try await booking(in: world)
        case .chargeSucceeded, .chargeCaptured, .paymentIntentSucceeded,
            .paymentIntentAmountCapturableUpdated,
            .paymentIntentPartiallyFunded:
            try await attempt(
                "pm_card_visa_chargeDeclined", then: "pm_card_visa", .succeeded, type, in: world)
        case .paymentIntentRequiresAction:
            try await attempt(
                "pm_card_visa_chargeDeclined", then: "pm_card_authenticationRequired", .requiresAction, type,
                in: world)
        case .chargeFailed, .paymentIntentPaymentFailed:
            try await attempt(
                "pm_card_authenticationRequired", then: "pm_card_visa_chargeDeclined", .failed, type,
                in: world)
        case .chargePending, .paymentIntentProcessing:
            try await attempt(
                "pm_card_authenticationRequired", then: "pm_usBankAccount_success", .processing, type,
                in: world)
        case .chargeExpired, .paymentIntentCanceled:
            try await attempt("pm_card_authenticationRequired", then: nil, .canceled, type, in: world)
        case .accountUpdated, .accountApplicationAuthorized, .accountApplicationDeauthorized,
            .accountExternalAccountCreated, .accountExternalAccountDeleted, .accountExternalAccountUpdated,
            .capabilityUpdated:
            try await account(type, in: world)
        case .customerSubscriptionCreated, .customerSubscriptionDeleted, .customerSubscriptionPaused,
            .customerSubscriptionPendingUpdateApplied, .customerSubscriptionPendingUpdateExpired,
            .customerSubscriptionResumed, .customerSubscriptionUpdated:
            try await subscription(isEnded: type == .customerSubscriptionDeleted, in: world)
        case .invoicePaid, .invoicePaymentSucceeded, .invoiceUpdated, .invoicePaymentActionRequired,
            .invoicePaymentAttemptRequired, .invoicePaymentFailed, .invoiceVoided,
            .invoiceMarkedUncollectible:
            try await period(in: world)
        case .payoutCreated, .payoutUpdated, .payoutFailed, .payoutPaid, .payoutCanceled:
            try await payout(type, in: world)
        default: throw PaymentError(.notFound, "\(type.rawValue) is ignored")
        }
    }

    // MARK: Refunds and reversals

    struct Refunded {
        var charge: EventSubject
        var refund: EventSubject
    }

    static func refund(in world: GivingWorld, subject: KeyPath<Refunded, EventSubject>) async throws -> Self {
        let gift = try await world.calm.give(.to())
        _ = try await world.calm.give(.to(amount: "90"))
        try await world.settle()
        let refund = try await world.refundOutside(gift, 1_000, reverse: true)
        let both = Refunded(
            charge: .charge(try await world.processor.charge(refund.charge)), refund: .refund(refund))
        return Self(subject: both[keyPath: subject]) { try await world.gift(gift.id).refundedMinor == 1_000 }
    }

    private static func failedRefund(in world: GivingWorld) async throws -> Self {
        _ = try await world.calm.give(.to(amount: "500", method: "pm_card_bypassPending"))
        let gift = try await world.calm.give(.to(method: "pm_card_refundFail"))
        try await world.settle()
        let refund = try await world.refundOutside(gift)
        try await world.hear(by: .reading)
        world.clock.advance(seconds: 10 * 86_400)
        try await world.processor.advance()
        return Self(subject: .refund(try await world.processor.refund(refund.id))) {
            try await world.gift(gift.id).status == .succeeded
        }
    }

    private static func charge(of gift: Gift, in world: GivingWorld) async throws -> Charge {
        let intent = try await world.processor.paymentIntent(gift.paymentIntent ?? "")
        return try await world.processor.charge(intent.latestCharge ?? "")
    }

    private static func reversal(in world: GivingWorld) async throws -> Self {
        let account = try await world.account()
        let gift = try await world.calm.give(.to())
        try await world.settle()
        let name = try await charge(of: gift, in: world).transfer ?? ""
        _ = try await world.processor.reverse(
            transfer: name, amount: 1_000, metadata: [:], key: world.outsideKey())
        return Self(subject: .transfer(try await world.processor.transfer(name))) {
            try await world.ledger(.outside(account)) == -1_000
        }
    }

    private static func transfer(in world: GivingWorld) async throws -> Self {
        let account = try await world.account()
        let gift = try await world.calm.give(.to(amount: "500", method: "pm_card_bypassPending"))
        try await world.settle()
        let name = try await charge(of: gift, in: world).transfer ?? ""
        _ = try await world.processor.reverse(
            transfer: name, amount: 2_000, metadata: [:], key: world.outsideKey())
        try await world.hear(by: .reading)
        let made = try await world.processor.create(
            Transfer.Create(amount: 1_500, currency: .usd, destination: account), key: world.outsideKey())
        return Self(subject: .transfer(made)) { try await world.ledger(.outside(account)) == -500 }
    }

    private static func returnedFee(in world: GivingWorld) async throws -> Self {
        let gift = try await world.calm.give(.to())
        try await world.settle()
        let name = try await charge(of: gift, in: world).applicationFee ?? ""
        let answer = await world.ask("/v1/application_fees/\(name)/refunds", [("amount", "50")])
        #expect(answer.status == 200)
        return Self(subject: .applicationFee(try await world.processor.applicationFee(name))) {
            try await world.file.read { try $0.payment(gift.payment ?? "") }?.feeReturnedMinor == 50
        }
    }

    private static func dispute(in world: GivingWorld, isWon: Bool) async throws -> Self {
        let gift = try await world.calm.give(.to(method: "pm_card_createDispute"))
        world.clock.advance(seconds: 60)
        try await world.processor.advance()
        let dispute = try #require(try await world.processor.disputes(ListQuery()).data.first)
        if isWon {
            try await world.hear(by: .reading)
            _ = try await world.processor.submit(
                evidence: "winning_evidence", for: dispute.id, key: world.outsideKey())
            world.clock.advance(seconds: 60)
            try await world.processor.advance()
        }
        return Self(subject: .dispute(try await world.processor.dispute(dispute.id))) {
            try await world.gift(gift.id).status == (isWon ? .succeeded : .disputed)
        }
    }

    // MARK: Payments

    /// Makes a charge that the processor has booked, and whose fee it reports.
    private static func booking(in world: GivingWorld) async throws -> Self {
        let gift = try await world.calm.give(.to())
        world.clock.advance(seconds: 60)
        try await world.processor.advance()
        return Self(subject: .charge(try await charge(of: gift, in: world))) {
            try await world.file.read { try $0.payment(gift.payment ?? "") }?.isFeeConfirmed == true
        }
    }

    /// Makes a gift attempted here with one method, and then paid at the processor with another or canceled
    /// there.
    private static func attempt(
        _ method: String, then other: String?, _ status: Gift.Status, _ type: ProcessorEventType,
        in world: GivingWorld
    ) async throws -> Self {
        let gift = try await world.calm.give(.to(method: method))
        let name = gift.paymentIntent ?? ""
        if let other {
            _ = try? await world.processor.confirm(
                name, PaymentIntent.Confirm(paymentMethod: other), key: world.outsideKey())
        } else {
            _ = try await world.processor.cancel(intent: name, key: world.outsideKey())
        }
        let intent = try await world.processor.paymentIntent(name)
        var subject = EventSubject.paymentIntent(intent)
        if type.rawValue.hasPrefix("charge.") {
            var made = Charge(
                id: "ch_none", created: world.clock.now, amount: intent.amount, currency: .usd,
                status: .failed)
            made.paymentIntent = name
            if let latest = intent.latestCharge { made = try await world.processor.charge(latest) }
            subject = .charge(made)
        }
        return Self(subject: subject) { try await world.gift(gift.id).status == status }
    }

    // MARK: Accounts, subscriptions and payouts

    private static func account(_ type: ProcessorEventType, in world: GivingWorld) async throws -> Self {
        let name = try await world.account()
        let account = try await world.processor.completeOnboarding(name, .rejected)
        let subject: EventSubject =
            type == .accountUpdated ? .account(account) : .other(object: "capability", json: Data())
        return Self(subject: subject, account: name) {
            try await world.file.read { try $0.payee(name) }?.takesCharges == false
        }
    }

    private static func monthly(in world: GivingWorld) async throws -> (id: String, subscription: String) {
        let gift = try await world.calm.give(.to(recurring: true))
        try await world.settle()
        let id = gift.recurring ?? ""
        let schedule = try await world.recurring(id).schedule ?? ""
        return (id, try await world.file.read { try $0.schedule(schedule)?.subscription } ?? "")
    }

    private static func subscription(isEnded: Bool, in world: GivingWorld) async throws -> Self {
        let (id, name) = try await monthly(in: world)
        let changed =
            isEnded
            ? try await world.processor.cancel(subscription: name, key: world.outsideKey())
            : try await world.processor.update(
                subscription: name, Subscription.Update(pause: .paused(until: nil)), key: world.outsideKey())
        return Self(subject: .subscription(changed)) {
            try await world.recurring(id).status == (isEnded ? .canceled : .paused)
        }
    }

    private static func period(in world: GivingWorld) async throws -> Self {
        let (id, name) = try await monthly(in: world)
        world.clock.advance(seconds: 32 * 86_400)
        try await world.processor.advance()
        let invoices = try await world.processor.invoices(ofSubscription: name, ListQuery(limit: 1)).data
        return Self(subject: .invoice(try #require(invoices.first))) {
            try await world.recurring(id).paidPeriods == 2
        }
    }

    private static func payout(_ type: ProcessorEventType, in world: GivingWorld) async throws -> Self {
        let account = try await world.account()
        _ = try await world.calm.give(.to(amount: "100", method: "pm_card_bypassPending"))
        try await world.settle()
        var payout = try await world.processor.createPayout(
            of: account, amount: 3_000, currency: .usd, key: world.outsideKey())
        if type == .payoutCanceled {
            _ = await world.ask("/v1/payouts/\(payout.id)/cancel", [], account: account)
        }
        if type == .payoutPaid {
            world.clock.advance(seconds: 3 * 86_400)
            try await world.processor.advance()
        }
        payout = try await world.processor.payout(payout.id, of: account)
        return Self(subject: .payout(payout), account: account) { [payout] in
            let state = try await world.file.read { try $0.payout(payout.id) }?.state
            return state == PayeePayout.State(payout.status)
        }
    }
}
