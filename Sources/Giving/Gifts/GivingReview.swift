public import InvocationRouter
public import MoneyKit
public import PaymentCore
public import TimeKit

/// What a donor is shown before anything is charged. What is charged is this quote.
public struct GivingReview: Hashable, Sendable {
    /// The recipient.
    public let organization: Organization
    /// What it is for.
    public let fund: Fund
    /// The lines and their total.
    public let quote: Quote
    /// It comes again every month.
    public let isMonthly: Bool
    /// The day of the charge, by the organization's clock.
    public let first: CalendarDate
    /// The day of the charge after it; nil for a gift that is given once.
    public let next: CalendarDate?

    /// What is given: counts for the fund.
    public var amount: Money { Money(quote.minorUnits(of: .base), quote.total.currency) }
    /// What the donor adds for the fee.
    public var coveredFee: Money { Money(quote.minorUnits(of: .coveredFee), quote.total.currency) }
}

/// The offer of an organization's page: the recipient, the funds, and the cost of the first amount.
public struct GivingOffer: Hashable, Sendable {
    /// The recipient.
    public let organization: Organization
    /// The funds that accept gifts. If there are several, the donor chooses.
    public let funds: [DirectoryFund]
    /// The amount that is offered first, with the fee covered; nil if no gift is possible.
    public let covered: GivingReview?
}
