/// What a Checkout page shows.
public struct CheckoutView: Hashable, Sendable {
    /// What is bought.
    public var lines: [PageLine]
    /// What is paid now; nil where a card is only left for later.
    public var total: String?
    /// What the page sells again and again: `every month`; nil for a payment.
    public var interval: String?
    /// The address that is known.
    public var email: String?
    /// Nobody has paid yet, and somebody may.
    public var isOpen: Bool
    /// It has come to its end.
    public var isComplete: Bool
    /// Where the bank asks; nil where it does not.
    public var challenge: String?
    /// Where it goes on when it was paid; nil: on this page.
    public var next: String?
    /// Where whoever does not want to pay goes.
    public var cancel: String?
    /// What the payment link says in the end.
    public var thanks: String?
}
