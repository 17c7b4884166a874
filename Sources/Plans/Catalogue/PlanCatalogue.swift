public import PaymentCore

/// The plans that there are: data, and looking them up.
public struct PlanCatalogue: Sendable {
    /// What everybody has who has nothing else.
    public let free: Plan
    /// All others, in the order in which they are shown.
    public let paid: [Plan]

    /// All plans.
    public var plans: [Plan] { [free] + paid }

    /// A catalogue of these plans.
    public init(free: Plan, paid: [Plan]) {
        self.free = free
        self.paid = paid
    }

    /// The plan of this id, or nil.
    public func plan(_ id: String) -> Plan? { plans.first { $0.id == id } }

    /// The plan of this product, or nil.
    public func plan(ofProduct product: String) -> Plan? { paid.first { $0.product == product } }

    /// The price of this id, and its plan, or nil.
    public func price(_ id: String) -> (plan: Plan, price: PlanPrice)? {
        for plan in paid {
            if let price = plan.prices.first(where: { $0.id == id }) { return (plan, price) }
        }
        return nil
    }

    /// What can be bought at once.
    ///
    /// - Throws: ``PlanError`` with code `unknownPrice`, or `notPurchasable` for a plan that is free or sold in a talk.
    func purchasable(_ choice: PlanChoice) throws(PlanError) -> (
        plan: Plan, product: String, price: PlanPrice
    ) {
        let (found, price, asked): (Plan?, PlanPrice?, String) =
            switch choice {
            case .price(let id): (self.price(id)?.plan, self.price(id)?.price, id)
            case .plan(let id, let interval): (plan(id), plan(id)?.price(every: interval), id)
            }
        guard let found else { throw PlanError(.unknownPrice, String(asked.prefix(40))) }
        guard let product = found.product, let price else {
            throw PlanError(.notPurchasable, found.name)
        }
        return (found, product, price)
    }
}

/// What somebody wants to buy.
public enum PlanChoice: Hashable, Sendable {
    /// `price_…` of the catalogue.
    case price(String)
    /// A plan's id, `plus`, and the interval in which it is paid.
    case plan(String, ChargeInterval = .month)
}
