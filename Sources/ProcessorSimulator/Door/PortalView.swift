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
