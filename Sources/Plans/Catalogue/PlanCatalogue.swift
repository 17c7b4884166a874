public import PaymentCore

/// The catalog of available plans.
public struct PlanCatalogue: Sendable {
    /// The plan for subscribers without a paid plan.
    public let free: Plan
    /// The paid plans, in the order in which they are displayed.
    public let paid: [Plan]

    /// All plans, the free plan first.
    public var plans: [Plan] { [free] + paid }

    /// Returns the plan with this id, or nil.
    public func plan(_ id: String) -> Plan? { plans.first { $0.id == id } }

    /// Returns the paid plan with this product id, or nil.
    public func plan(ofProduct product: String) -> Plan? { paid.first { $0.product == product } }

    /// Returns the price with this id together with its plan, or nil.
    public func price(_ id: String) -> (plan: Plan, price: PlanPrice)? {
        for plan in paid {
            if let price = plan.prices.first(where: { $0.id == id }) { return (plan, price) }
        }
        return nil
    }

    /// Returns the plan, product and price for a subscriber's choice.
    ///
    /// - Throws: ``PlanError`` with code `unknownPrice` if the catalog does not have the price or plan;
    ///   `notPurchasable` if the plan is free, is not sold for the interval, or has a price that must be
    ///   agreed with sales.
    func purchasable(_ choice: PlanChoice) throws(PlanError) -> (
        plan: Plan, product: String, price: PlanPrice
    ) {
        let (found, price, asked): (Plan?, PlanPrice?, String) =
            switch choice {
            case .price(let id): (self.price(id)?.plan, self.price(id)?.price, id)
            case .plan(let id, let interval): (plan(id), plan(id)?.price(every: interval), id)
            }
        guard let found else { throw PlanError(.unknownPrice, "\"\(asked.prefix(40))\" was requested") }
        guard let product = found.product, let price else {
            throw PlanError(.notPurchasable, "the plan \(found.name) has no price for the chosen interval")
        }
        return (found, product, price)
    }
}

/// A subscriber's choice of a plan.
public enum PlanChoice: Hashable, Sendable {
    /// The id of a price in the catalog, `price_…`.
    case price(String)
    /// The id of a plan, such as `plus`, and the billing interval.
    case plan(String, ChargeInterval = .month)
}
