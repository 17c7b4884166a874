public import TimeKit

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

/// Links to pages.
public protocol LinkRecords {
    /// Keeps a link; the same again changes nothing.
    func save(_ link: PageLink) throws
    /// Returns the link whose token has this hash, or nil if there is none or it was withdrawn.
    func pageLink(hash: String) throws -> PageLink?
    /// Returns true if the link whose token has this hash was withdrawn.
    func isPageLinkWithdrawn(hash: String) throws -> Bool
    /// Withdraws all open links to a page, permanently.
    func withdrawPageLinks(to kind: PageLink.Kind, _ subject: String, at time: Timestamp) throws
    /// Returns the number of withdrawn links to a page.
    func withdrawnPageLinks(to kind: PageLink.Kind, _ subject: String) throws -> Int
}
