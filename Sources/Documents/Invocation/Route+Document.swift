package import InvocationRouter

extension Route {
    /// The stable name of the route's kind.
    package var kind: String {
        switch self {
        case .gift: "gift"
        case .payment: "payment"
        case .plan: "plan"
        case .managedTag: "managed_tag"
        }
    }

    /// The identifier that follows the kind in the URL; nil for a gift.
    package var name: String? {
        switch self {
        case .gift: nil
        case .payment(let name), .plan(let name), .managedTag(let name): name
        }
    }
}
