package import InvocationRouter

extension Route {
    /// The stable name of its kind.
    package var kind: String {
        switch self {
        case .gift: "gift"
        case .payment: "payment"
        case .plan: "plan"
        case .managedTag: "managed_tag"
        }
    }

    /// What stands behind the word of its kind; nil for a gift.
    package var name: String? {
        switch self {
        case .gift: nil
        case .payment(let name), .plan(let name), .managedTag(let name): name
        }
    }
}
