public import MoneyKit
public import TimeKit

/// Incoming money on one line of a bank's statement.
public struct Deposit: Hashable, Sendable {
    /// The line of the file on which it begins, starting at 1.
    public var line: Int
    /// The day on which the bank booked it.
    public var day: CalendarDate
    /// The amount, more than zero.
    public var amount: Money
    /// The bank's description; may be empty.
    public var text = ""
}
