/// What the page of an invoice shows.
public struct InvoiceView: Hashable, Sendable {
    /// Where the invoice stands, as whoever pays it sees it.
    public enum State: Hashable, Sendable {
        /// It may be paid.
        case open
        /// A payment of it is on its way: a bank debit takes days.
        case processing
        /// It was paid, or nothing was to be paid.
        case paid(Receipt)
        /// Nobody has to pay it.
        case void
    }

    /// How it was paid.
    public struct Receipt: Hashable, Sendable {
        /// When, as a date.
        public var date: String
        /// `visa 4242`; nil where no card had a part in it.
        public var method: String?
        /// `ch_…`; nil where nothing was charged here.
        public var charge: String?
        /// It was paid in another way than here.
        public var isElsewhere: Bool
    }

    /// `1A2B3C4D-0001`
    public var number: String
    /// Who is to pay: a name, an address, or the customer's id.
    public var customer: String
    /// When it was finalized, as a date.
    public var date: String
    /// Until when it is to be paid, as a date; nil where it is charged.
    public var due: String?
    /// That day has passed, and it was not paid.
    public var isOverdue: Bool
    /// For whoever looks at it.
    public var description: String?
    /// What it is for, what is taken off, and what the customer's balance holds.
    public var lines: [PageLine]
    /// What is to be paid: `50.00 USD`.
    public var total: String
    /// Where it stands.
    public var state: State
    /// Where the bank asks; nil where it does not.
    public var challenge: String?
    /// Why the last attempt failed; nil where none did.
    public var problem: String?
}
