import MoneyKit
import PaymentCore
public import TextKit
public import TimeKit

/// The CSV format of a journal, for spreadsheets and accounting programs. Each line of an entry becomes one
/// CSV line. In each currency, the amounts of the CSV lines with the same entry number sum to zero.
public enum AccountingSheet {
    /// The column names of the CSV file.
    public static let head: [CSVLine.Field] = [
        "number", "date", "time", "kind", "reference", "gift", "account", "fund", "fund_name", "amount",
        "currency",
        "mark",
    ]

    /// Returns the CSV lines of an entry.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - day: The day on which the ledger posting was recorded, in the organization's time zone.
    public static func lines(_ entry: AccountingEntry, day: CalendarDate) -> [[CSVLine.Field]] {
        entry.lines.map { line in
            [
                .number(String(entry.number)), .date(day.iso8601), .date(entry.time.iso8601),
                .text(entry.kind.rawValue), .text(entry.reference), .text(entry.gift ?? ""),
                .text(line.account.rawValue), .text(line.fund ?? ""),
                .text(line.fundName ?? ""), .amount(line.amount),
                .text(line.amount.currency.code), .text(TestMark.sentence),
            ]
        }
    }
}
