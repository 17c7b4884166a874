import DatabaseKit
import PaymentCore
import TimeKit

/// A change that a subscriber requests.
public enum PlanChange: Hashable, Sendable {
    /// The subscription ends when the paid period ends.
    case cancelAtPeriodEnd
    /// The subscription ends immediately, without a refund.
    case cancelNow
    /// The subscription no longer ends with the paid period. This reverses ``cancelAtPeriodEnd``.
    case resume
    /// The payment method with this id is used from now on. If a charge is past due, it is immediately
    /// retried with this payment method.
    case method(String)

    fileprivate var change: ScheduleChange {
        switch self {
        case .cancelAtPeriodEnd: .endsWithPeriod(true)
        case .cancelNow: .cancel
        case .resume: .endsWithPeriod(false)
        case .method(let method): .method(method)
        }
    }

    /// Returns whether the change is already in effect. If true, no call to the processor is needed.
    fileprivate func isDone(to subscription: PlanSubscription) -> Bool {
        self == (subscription.endsWithPeriod ? .cancelAtPeriodEnd : .resume)
    }
}

extension PlanService {
    /// Changes a subscription.
    ///
    /// An earlier request without a response is finished first, so that the latest request is applied last.
    /// If a subscription that was set to end is resumed, its planned price change is withdrawn.
    ///
    /// - Parameters:
    ///   - subscriber: The subscriber's id.
    ///   - change: The requested change.
    ///   - client: The network address of the payer's client, or nil.
    /// - Throws: ``PlanError`` with code `notSubscribed`, or `wrongState` if the subscription has ended.
    ///   `PaymentError` with code `outcomeUnknown` if the processor does not respond. With any other code,
    ///   such as `declined` or `processorRefused`, the requested change was not made.
    public func change(_ subscriber: String, _ change: PlanChange, client: String? = nil) async throws
        -> PlanStatus
    {
        guard
            let found = try await database.read({ try $0.planSubscriptions(of: subscriber, limit: 1) }).first
        else { throw PlanError(.notSubscribed) }
        try await payments.finishCalls(about: found.schedule)
        // The subscription may have ended since it was last fetched.
        let isFresh = try await tolerating { try await read(found) }
        if change == .resume { try await withdrawPlannedPrice(of: found, client: client) }
        let call = try await database.write { transaction -> ProcessorCall? in
            let now = try transaction.existing(found.id)
            guard now.isOpen else { throw PlanError(.wrongState, "the subscription has ended") }
            guard !isFresh || !change.isDone(to: now) else { return nil }
            var payer = now.payer
            payer.client = client
            return try payments.begin(change.change, of: now.schedule, payer: payer, in: transaction)
        }
        guard let call else { return try await status(of: subscriber) }
        try await execute(call, for: found)
        return try await refresh(subscriber)
    }

    /// Sends a call to the processor. If the processor declines or refuses the call, clears the wanted
    /// change, fetches the subscription again, and rethrows the error.
    private func execute(_ call: ProcessorCall, for subscription: PlanSubscription) async throws {
        do {
            try await payments.executeOrThrow(call)
        } catch let error as PaymentError where error.code == .declined || error.code == .processorRefused {
            try await database.write { transaction in
                var refused = try transaction.existing(subscription.id)
                refused.wanted = nil
                try transaction.save(refused)
            }
            _ = try await refresh(subscription.subscriber)
            throw error
        }
    }

    /// Withdraws the planned price change of a subscription that is about to be resumed. Does nothing if the
    /// subscription was not set to end or no change is planned.
    ///
    /// The processor already has the planned price and would charge it after the subscription is resumed.
    private func withdrawPlannedPrice(of found: PlanSubscription, client: String?) async throws {
        let call = try await database.write { transaction -> ProcessorCall? in
            var subscription = try transaction.existing(found.id)
            guard subscription.isOpen, subscription.endsWithPeriod, subscription.next != nil else {
                return nil
            }
            return try begin(
                subscription.currentTerms, isAtOnce: false, for: &subscription, client: client,
                in: transaction)
        }
        if let call { try await execute(call, for: found) }
    }

    /// Changes a subscription to another plan or interval.
    ///
    /// A higher price applies immediately, and the difference for the rest of the period is charged now. A
    /// lower price applies from the next period. Choosing the current price withdraws a planned change.
    ///
    /// - Parameters:
    ///   - subscriber: The subscriber's id.
    ///   - choice: The new plan or price. The amount comes from the catalog.
    ///   - mayCharge: Whether the change may be charged immediately. If false, a change that would be charged
    ///     immediately is refused with code `wrongState`.
    ///   - client: The network address of the payer's client, or nil.
    /// - Throws: ``PlanError`` with code `unknownPrice`, `notPurchasable`, `notSubscribed`, `wrongState` or
    ///   `cannotChange`. `PaymentError` with code `outcomeUnknown` if the processor does not respond. With
    ///   any other code, such as `declined` or `processorRefused`, the requested change was not made.
    public func changePlan(
        of subscriber: String, to choice: PlanChoice, mayCharge: Bool = true, client: String? = nil
    ) async throws -> PlanStatus {
        let chosen = try catalogue.purchasable(choice)
        let terms = PlanTerms(product: chosen.product, chosen.price)
        guard
            let found = try await database.read({ try $0.planSubscriptions(of: subscriber, limit: 1) }).first
        else { throw PlanError(.notSubscribed) }
        try await payments.finishCalls(about: found.schedule)
        try await read(found)
        // A planned change is withdrawn first, because the processor already has its price.
        for _ in 1...2 {
            let call = try await database.write { transaction in
                try begin(moving: found.id, to: terms, mayCharge: mayCharge, client: client, in: transaction)
            }
            guard let call else { break }
            try await execute(call, for: found)
            _ = try await refresh(subscriber)
        }
        return try await status(of: subscriber)
    }

    private func begin(
        moving id: String, to terms: PlanTerms, mayCharge: Bool, client: String?, in transaction: Transaction
    ) throws -> ProcessorCall? {
        var subscription = try transaction.existing(id)
        guard subscription.isOpen else { throw PlanError(.wrongState, "the subscription has ended") }
        var wanted = terms
        let isAtOnce: Bool
        switch try subscription.move(to: terms, at: clock.now(), in: catalogue) {
        case .none: return nil
        case .stay: (wanted, isAtOnce) = (subscription.terms(at: clock.now()), false)
        case .atOnce:
            guard mayCharge else { throw PlanError(.wrongState, "this would cause an immediate charge") }
            isAtOnce = true
        case .next(let from):
            wanted.from = from
            isAtOnce = false
        }
        wanted.from = isAtOnce || wanted.price == subscription.price ? nil : wanted.from
        return try begin(wanted, isAtOnce: isAtOnce, for: &subscription, client: client, in: transaction)
    }

    /// Creates the call that sets a price. The requested price is stored until the processor has responded.
    private func begin(
        _ wanted: PlanTerms, isAtOnce: Bool, for subscription: inout PlanSubscription, client: String?,
        in transaction: Transaction
    ) throws -> ProcessorCall {
        subscription.wanted = wanted
        try transaction.save(subscription)
        var payer = subscription.payer
        payer.client = client
        let quote = try Quote(of: wanted.amount, by: ProductFee())
        return try payments.begin(
            .price(quote, wanted.interval, isAtOnce: isAtOnce), of: subscription.schedule, payer: payer,
            in: transaction)
    }
}
