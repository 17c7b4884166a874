/// What a Checkout page shows.
public struct CheckoutView: Hashable, Sendable {
    /// What is bought, and for how much: `50.00 USD`.
    public struct Line: Hashable, Sendable {
        /// What it is.
        public var description: String
        /// How much.
        public var amount: String
    }

    /// What is bought.
    public var lines: [Line]
    /// What is paid now.
    public var total: String
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

/// How an attempt on a Checkout page ended.
public enum CheckoutResult: Hashable, Sendable {
    case complete
    /// The bank asks, at this address.
    case asks(String)
    /// What the bank says.
    case declined(String)
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

/// What the portal page shows.
public struct PortalView: Hashable, Sendable {
    /// A subscription of the customer.
    public struct Subscription: Hashable, Sendable {
        /// `sub_…`
        public var id: String
        /// What it is for.
        public var description: String
        /// `active`
        public var status: String
        /// When the period ends, as a date.
        public var periodEnd: String
        /// It ends with the period.
        public var ends: Bool
        /// It has not ended.
        public var isLiving: Bool
    }

    /// An invoice of the customer.
    public struct Invoice: Hashable, Sendable {
        /// `1A2B3C4D-0001`
        public var number: String
        /// When it was made, as a date.
        public var date: String
        /// `50.00 USD`
        public var amount: String
        /// `paid`
        public var status: String
        /// Its own page.
        public var address: String
    }

    /// What stands above it all.
    public var headline: String
    /// Who it is.
    public var customer: String
    /// The card that is charged: `visa 4242`.
    public var card: String?
    /// Subscriptions, newest first.
    public var subscriptions: [Subscription]
    /// Invoices, newest first; nil where they are not shown.
    public var invoices: [Invoice]?
    /// Whether a subscription may be ended here.
    public var cancels: Bool
    /// Whether the card may be changed here.
    public var updatesMethod: Bool
    /// Where the customer goes back to.
    public var returnURL: String?
}
