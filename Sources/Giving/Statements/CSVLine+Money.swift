public import MoneyKit
public import TextKit

extension CSVLine.Field {
    /// An amount, as a number that a spreadsheet can add up: `-20.00`.
    public static func amount(_ money: Money) -> Self { .number(money.plainText) }
}
