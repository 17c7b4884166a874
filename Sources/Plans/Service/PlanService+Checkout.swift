import DatabaseKit
import DisplayKit
import MoneyKit
public import PaymentCore
import TimeKit

extension PlanService {
    /// Buys a plan. The first period is charged now. Each later period is charged on the same day of the
    /// month.
    ///
    /// - Parameters:
    ///   - choice: The plan or price. The amount comes from the catalog.
    ///   - subscriber: The id of the subscriber, who gets the plan.
    ///   - payer: The person who pays for the plan.
    ///   - method: The payment method, `pm_…`.
    ///   - promotionCode: A code that lowers the price, or nil. Case is ignored.
    ///   - key: An idempotency key. The same key with the same choice and promotion code returns the same
    ///     subscription, even if its payment was declined.
    /// - Returns: The status. If the processor did not respond, the status is `unknown`; call ``restore(_:)``
    ///   to get the outcome. If the payer's bank requires authentication, the status is `requiresAction`, and
    ///   a second call for the same price and promotion code returns the same subscription.
    /// - Throws: ``PlanError`` with code `unknownPrice`, `notPurchasable`, `alreadySubscribed`,
    ///   `invalidPromotion`, `invalidName` or `idempotencyConflict`; `PaymentError` if the card is declined,
    ///   the processor refuses, or the fraud guard rejects the attempt.
    public func checkout(
        _ choice: PlanChoice, for subscriber: String, by payer: Payer, method: String,
        promotionCode: String? = nil, key: String? = nil
    ) async throws -> PlanStatus {
        let chosen = try catalogue.purchasable(choice)
        // The processor may have ended the previous subscription since it was last fetched.
        _ = try await refresh(subscriber)
        let earlier = try await database.read { transaction in
            try purchase(of: chosen.price, promotionCode, by: subscriber, key: key, in: transaction)
        }
        if let earlier { return try await finish(earlier) }
        var promotion: Promotion?
        if let promotionCode { promotion = try await self.promotion(promotionCode, for: chosen.price) }
        let redeemed = promotion
        let (subscription, call) = try await database.write {
            transaction -> (PlanSubscription, ProcessorCall?) in
            // Another call may have bought the plan in the meantime.
            if let earlier = try purchase(
                of: chosen.price, promotionCode, by: subscriber, key: key, in: transaction)
            {
                return (earlier, nil)
            }
            return try begin(
                chosen, for: subscriber, by: payer, method: method, promotion: redeemed, key: key,
                in: transaction)
        }
        guard let call else { return try await finish(subscription) }
        do {
            try await payments.executeOrThrow(call)
        } catch let error as PaymentError where error.code == .outcomeUnknown {
            return try await status(of: subscriber)
        }
        return try await refresh(subscriber)
    }

    /// Returns the earlier purchase that a checkout repeats, or nil if the purchase is new.
    ///
    /// A checkout repeats the subscriber's latest purchase if both have the same idempotency key. It also
    /// repeats that purchase if both have the same price and promotion code, and the payer's bank still
    /// requires authentication.
    ///
    /// - Throws: ``PlanError`` with code `idempotencyConflict` if the key was used for another price or
    ///   promotion code, or `alreadySubscribed` if the subscriber has another subscription that has not
    ///   ended.
    private func purchase(
        of price: PlanPrice, _ promotionCode: String?, by subscriber: String, key: String?,
        in transaction: Transaction
    ) throws -> PlanSubscription? {
        guard let last = try transaction.planSubscriptions(of: subscriber, limit: 1).first else { return nil }
        let isSame =
            last.price == price.id
            && (promotionCode ?? "").lowercased() == (last.promotion?.code ?? "").lowercased()
        if let key, last.key == key {
            guard isSame else { throw PlanError(.idempotencyConflict) }
            return last
        }
        if isSame, last.intentWaitingForBank != nil, last.state == .incomplete { return last }
        if last.isOpen {
            let name = catalogue.plan(ofProduct: last.product)?.name ?? last.product
            throw PlanError(.alreadySubscribed, "the current plan is \(name)")
        }
        return nil
    }

    /// Finishes the open calls of an earlier purchase, and returns the new status.
    private func finish(_ subscription: PlanSubscription) async throws -> PlanStatus {
        _ = try await tolerating { try await payments.finishCalls(about: subscription.schedule) }
        return try await refresh(subscription.subscriber)
    }

    private func begin(
        _ chosen: (plan: Plan, product: String, price: PlanPrice), for subscriber: String, by payer: Payer,
        method: String, promotion: Promotion?, key: String?, in transaction: Transaction
    ) throws -> (PlanSubscription, ProcessorCall?) {
        for (whose, name, most) in [("subscriber", subscriber, 200), ("payer", payer.name, 100)] {
            guard let flaw = DisplayText.flaw(in: name, atMost: most) else { continue }
            throw PlanError(.invalidName, "the \(whose)'s name \(flaw.summary)")
        }
        let (id, now) = (ids.make("psub"), clock.now())
        var order = PaymentOrder(
            kind: PlanPolicy.kind, subject: id, form: .platform(revenue: .planRevenue),
            quote: try Quote(of: chosen.price.amount, by: ProductFee()), method: method, payer: payer,
            statementDescriptor: "PLAN SUBSCRIPTION")
        order.interval = chosen.price.interval
        order.promotionCode = promotion?.id
        let (schedule, call) = try payments.beginMonthly(order, in: transaction)
        var kept = payer
        kept.client = nil
        var subscription = PlanSubscription(
            id: id, subscriber: subscriber, product: chosen.product, price: chosen.price.id,
            amount: chosen.price.amount, payer: kept, key: key, created: now, schedule: schedule.id,
            state: schedule.state, checkedAt: now, promotion: promotion)
        subscription.interval = chosen.price.interval
        try transaction.save(subscription)
        return (subscription, call)
    }

    /// Looks up a promotion code, and checks that it can be redeemed for a price.
    ///
    /// - Throws: ``PlanError`` with code `invalidPromotion` if the code cannot be redeemed for this price, or
    ///   `PaymentError` if the processor refuses or does not respond.
    public func promotion(_ code: String, for price: PlanPrice) async throws -> Promotion {
        guard let found = try await payments.promotion(named: code) else {
            throw PlanError(.invalidPromotion, "there is no promotion code \(code.prefix(40))")
        }
        guard found.isActive else {
            throw PlanError(.invalidPromotion, "the code is inactive, has expired or has been used up")
        }
        guard found.duration != .repeating else {
            throw PlanError(
                .invalidPromotion,
                "plans accept only discounts that apply once or forever; this one lasts a number of months")
        }
        guard found.amountOff.map({ $0.currency == price.amount.currency }) ?? true else {
            throw PlanError(.invalidPromotion, "the discount and the price are in different currencies")
        }
        if let problem = found.chargeProblem(of: price.amount) {
            throw PlanError(.invalidPromotion, "the discounted price \(problem)")
        }
        return found
    }
}
