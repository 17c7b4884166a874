public import MoneyKit
public import TextKit

extension StatementText {
    /// The statement as CSV (RFC 4180), with a header row and one row for each line. Amounts have a decimal
    /// point and no currency symbol.
    public var csv: String {
        let head: [CSVLine.Field] = [
            "date", "gift", "fund", "fund_name", "amount", "covered_fee", "refunded", "total", "currency",
            "receipt_number", "mark",
        ]
        let rows = statement.lines.map { line -> [CSVLine.Field] in
            let amounts = line.amounts
            return [
                .date(date(of: line)), .text(line.gift), .text(line.fund), .text(line.fundName),
                .amount(amounts.given), .amount(amounts.coveredFee), .amount(amounts.refunded),
                .amount(amounts.total), .text(amounts.total.currency.code), .text(line.receiptNumber ?? ""),
                .text(line.livemode ? "" : TestMark.sentence),
            ]
        }
        return ([head] + rows).map(CSVLine.text).joined()
    }
}

extension CSVLine.Field {
    /// Returns an amount as a number, such as `-20.00`, so that a spreadsheet can add up the amounts.
    public static func amount(_ money: Money) -> Self { .number(money.plainText) }
}
