public import InvocationRouter
public import MoneyKit
public import PaymentCore
public import TimeKit

/// The summary that a donor sees before the charge. Exactly this quote is charged.
public struct GivingReview: Hashable, Sendable {
    /// The recipient.
    public let organization: Organization
    /// The fund.
    public let fund: Fund
    /// The lines and the total.
    public let quote: Quote
    /// Whether the gift repeats every month.
    public let isMonthly: Bool
    /// The day of the charge, in the organization's time zone.
    public let first: CalendarDate
    /// The day of the second charge, or nil for a one-time gift.
    public let next: CalendarDate?

    /// The amount given, which counts for the fund.
    public var amount: Money { Money(quote.minorUnits(of: .base), quote.total.currency) }
    /// The amount that the donor adds for the fee.
    public var coveredFee: Money { Money(quote.minorUnits(of: .coveredFee), quote.total.currency) }
}

/// The offer of an organization's page: the recipient, the funds and the cost of the suggested amount.
public struct GivingOffer: Hashable, Sendable {
    /// The recipient.
    public let organization: Organization
    /// The funds that accept gifts. If there are several, the donor chooses.
    public let funds: [DirectoryFund]
    /// A review of the suggested amount with the fee covered, or nil if no gift is possible.
    public let covered: GivingReview?
}
