public import MoneyKit
public import TimeKit

/// An incoming payment on one line of a bank's statement.
public struct Deposit: Hashable, Sendable {
    /// The line of the file at which the deposit begins, starting at 1.
    public var line: Int
    /// The day on which the bank credited the deposit.
    public var day: CalendarDate
    /// The deposited amount, greater than zero.
    public var amount: Money
    /// The bank's description of the deposit. May be empty.
    public var text = ""
}
