public import InvocationRouter
public import MoneyKit
public import PaymentCore
public import TimeKit

/// What a donor is shown before anything is charged. What is charged is this quote.
public struct GivingReview: Hashable, Sendable {
    /// Who gets it.
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

/// What an organization's page offers: whom a gift is for, what it may be for, and what the first amount comes to.
public struct GivingOffer: Hashable, Sendable {
    /// Who gets it.
    public let organization: Organization
    /// The funds that take gifts; more than one is a choice.
    public let funds: [DirectoryFund]
    /// The amount that is offered first, with the fee covered; nil where nothing can be given.
    public let covered: GivingReview?
}
