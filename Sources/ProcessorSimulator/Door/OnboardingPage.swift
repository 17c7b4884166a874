/// What becomes of somebody who opens an onboarding link.
public enum OnboardingVisit: Hashable, Sendable {
    /// The forms are shown.
    case page(OnboardingPage)
    /// The person is sent on to this address.
    case leaves(String)
}

/// The forms of an onboarding.
public struct OnboardingPage: Hashable, Sendable {
    /// `acct_…`
    public var account: String
    /// The name donors know.
    public var name: String?
    /// What is still asked for.
    public var currentlyDue: [String]
    /// What the sent form proves itself with.
    public var session: String
    /// What was wrong with the form that was sent.
    public var problem: String?
}

/// What the holder of an account sees on the dashboard.
public struct ExpressPage: Hashable, Sendable {
    /// `acct_…`
    public var account: String
    /// The name donors know.
    public var name: String?
    /// `95.00 USD available, 0.00 USD pending`, a line a currency.
    public var balances: [String]
    /// The bank account's last four digits; nil where none was told.
    public var bankLast4: String?
    /// The newest payouts.
    public var payouts: [Payout]

    /// One payout.
    public struct Payout: Hashable, Sendable {
        /// `po_…`
        public var id: String
        /// `95.00 USD`
        public var amount: String
        /// `paid`
        public var status: String
        /// `2026-03-06`
        public var arrives: String
    }
}
