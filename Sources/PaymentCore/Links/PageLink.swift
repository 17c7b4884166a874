import TimeKit

/// A link to a page. Anyone who has the link may do what the page offers.
///
/// Only a hash of its token is stored.
public struct PageLink: Hashable, Sendable {
    /// The kind of page.
    public enum Kind: String, Hashable, Sendable {
        /// A booking quote, to be reviewed and paid.
        case bookingQuote = "booking_quote"
        /// The onboarding and the earnings of a payee who is paid for work.
        case payee
        /// The plan of a current or former subscriber.
        case subscriber
    }

    /// The hash of the token's text, computed by `TextHash`.
    public let hash: String
    /// The kind of page.
    public let kind: Kind
    /// The id of the quote, payee or subscriber.
    public let subject: String

    /// Creates a link.
    public init(hash: String, to kind: Kind, _ subject: String) {
        self.hash = hash
        self.kind = kind
        self.subject = subject
    }
}
