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

    /// What can be bought at once.
    ///
    /// - Throws: ``PlanError`` with code `unknownPrice`, or `notPurchasable` for a plan that is free or sold in a talk.
    func purchasable(_ choice: PlanChoice) throws(PlanError) -> (
        plan: Plan, product: String, price: PlanPrice
    ) {
        let (found, asked) =
            switch choice {
            case .price(let id): (paid.first { $0.price?.id == id }, id)
            case .plan(let id): (plan(id), id)
            }
        guard let found else { throw PlanError(.unknownPrice, String(asked.prefix(40))) }
        guard let product = found.product, let price = found.price else {
            throw PlanError(.notPurchasable, found.name)
        }
        return (found, product, price)
    }
}

/// What somebody wants to buy.
public enum PlanChoice: Hashable, Sendable {
    /// `price_…` of the catalogue.
    case price(String)
    /// A plan's id: `plus`.
    case plan(String)
}
