import TimeKit

/// A secret link that opens a page without a sign-in.
///
/// Only the hash of the link's token is stored.
public struct PageLink: Hashable, Sendable {
    /// The kind of page that a link opens.
    public enum Kind: String, Sendable {
        /// A booking quote, which the payer reviews and pays.
        case bookingQuote = "booking_quote"
        /// The onboarding and the earnings of a payee.
        case payee
        /// The plan of a current or former subscriber.
        case subscriber
    }

    /// The hash of the token's text, computed by `TextHash`.
    public let hash: String
    /// The kind of page that the link opens.
    public let kind: Kind
    /// The id of the quote, payee or subscriber.
    public let subject: String

    /// Creates a link.
    ///
    /// - Parameters:
    ///   - hash: The hash of the token's text.
    ///   - kind: The kind of page that the link opens.
    ///   - subject: The id of the quote, payee or subscriber.
    public init(hash: String, to kind: Kind, _ subject: String) {
        self.hash = hash
        self.kind = kind
        self.subject = subject
    }
}
