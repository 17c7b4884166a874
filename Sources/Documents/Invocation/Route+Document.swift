package import InvocationRouter

extension Route {
    /// The stable code of the route's kind.
    package var kind: String {
        switch self {
        case .gift: "gift"
        case .payment: "payment"
        case .plan: "plan"
        case .managedTag: "managed_tag"
        }
    }

    /// The identifier in the URL after the route's prefix, such as `/pay/`. Nil if the route is a gift.
    package var name: String? {
        switch self {
        case .gift: nil
        case .payment(let name), .plan(let name), .managedTag(let name): name
        }
    }
}
