import TimeKit

/// A link to a page: whoever has it may do there what the page offers.
///
/// Its token is kept as a hash, and stands in no table.
public struct PageLink: Hashable, Sendable {
    /// What is behind it.
    public enum Kind: String, Hashable, Sendable {
        /// A quote of a booking, to be reviewed and paid.
        case bookingQuote = "booking_quote"
        /// Somebody who is paid for work: onboarding and earnings.
        case payee
        /// Somebody who has, or had, a plan.
        case subscriber
    }

    /// Of the token's text, as `TextHash` makes it.
    public let hash: String
    /// What is behind it.
    public let kind: Kind
    /// The id of what is behind it.
    public let subject: String

    /// A link of these parts.
    public init(hash: String, to kind: Kind, _ subject: String) {
        self.hash = hash
        self.kind = kind
        self.subject = subject
    }
}
