public import InvocationRouter
public import MoneyKit
public import PaymentCore
public import TimeKit

/// The summary that a donor sees before the charge. The amount charged is the total of `quote`.
public struct GivingReview: Hashable, Sendable {
    /// The organization that receives the gift.
    public let organization: Organization
    /// The fund that receives the gift.
    public let fund: Fund
    /// The quote: its lines and their total.
    public let quote: Quote
    /// Whether the gift repeats every month.
    public let isMonthly: Bool
    /// The day of the first charge, in the organization's time zone. A one-time gift has only this charge.
    public let first: CalendarDate
    /// The day of the second charge, or nil for a one-time gift.
    public let next: CalendarDate?

    /// The amount given, without the covered fee. This amount goes to the fund.
    public var amount: Money { Money(quote.minorUnits(of: .base), quote.total.currency) }
    /// The amount that the donor adds to cover the fee.
    public var coveredFee: Money { Money(quote.minorUnits(of: .coveredFee), quote.total.currency) }
}

/// The content of an organization's giving page: the organization, the funds, and a review of a gift of the
/// suggested amount.
public struct GivingOffer: Hashable, Sendable {
    /// The organization that receives the gift.
    public let organization: Organization
    /// The funds that accept gifts. If there are several, the donor chooses one.
    public let funds: [DirectoryFund]
    /// The review of a gift that has the suggested amount and whose fee the donor covers. Nil if the
    /// organization cannot accept gifts.
    public let covered: GivingReview?
}
