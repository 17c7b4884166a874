public import MoneyKit
public import TimeKit

/// Money that came in, as one line of a bank's statement tells it.
public struct Deposit: Hashable, Sendable {
    /// The line of the file on which it begins, from 1.
    public var line: Int
    /// The day on which the bank booked it.
    public var day: CalendarDate
    /// More than nothing.
    public var amount: Money
    /// What the bank wrote beside it; may be empty.
    public var text = ""
}
