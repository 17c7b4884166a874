public import TimeKit

/// A price that a subscriber can change to.
public struct PlanChangeOffer: Hashable, Sendable {
    /// The offered plan.
    public let plan: Plan
    /// The price of the offered plan.
    public let price: PlanPrice
    /// The time from which the price applies, or nil if the price applies immediately.
    public let from: Timestamp?

    /// Returns the prices that a subscription can currently be changed to. All prices are for the same kind
    /// of subscriber as the current price.
    static func all(for subscription: PlanSubscription, at now: Timestamp, in catalogue: PlanCatalogue)
        -> [PlanChangeOffer]
    {
        let current = subscription.terms(at: now)
        return catalogue.paid.flatMap { plan in
            plan.prices.compactMap { price in
                guard let product = plan.product, price.id != current.price else { return nil }
                switch try? subscription.move(to: PlanTerms(product: product, price), at: now, in: catalogue)
                {
                case .atOnce?, .stay?: return PlanChangeOffer(plan: plan, price: price, from: nil)
                case .next(let from)?: return PlanChangeOffer(plan: plan, price: price, from: from)
                case PlanMove.none?, nil: return nil
                }
            }
        }
    }
}
