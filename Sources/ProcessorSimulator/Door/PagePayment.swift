/// What is paid for on a page, and for how much.
public struct PageLine: Hashable, Sendable {
    /// What it is.
    public var description: String
    /// `50.00 USD`
    public var amount: String
}

/// A card as a page's form names it.
public struct PageCard: Hashable, Sendable {
    /// `pm_card_visa`; taken where no number is given.
    public var name: String
    /// One of the documented test numbers; empty for none.
    public var number: String

    /// One of these fields.
    public init(name: String, number: String) {
        self.name = name
        self.number = number
    }
}

/// How an attempt to pay on a page ended.
public enum PagePayment: Hashable, Sendable {
    /// It was paid, or nothing is to be paid.
    case complete
    /// The bank asks, at this address.
    case asks(String)
    /// What the bank says.
    case declined(String)
}
