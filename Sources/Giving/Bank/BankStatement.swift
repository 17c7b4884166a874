public import MoneyKit
import TextKit
public import TimeKit

/// A bank statement, reduced to its incoming payments.
public struct BankStatement: Hashable, Sendable {
    /// The days that the statement covers, from the earliest to the latest date in the file. The dates of
    /// outgoing payments are included.
    public var days: ClosedRange<CalendarDate>
    /// The incoming payments, in the order of the file.
    public var deposits: [Deposit]
    /// The number of lines that have both a date and an amount.
    public var lines: Int

    /// The maximum size of a statement file, in bytes.
    public static let mostBytes = 8 << 20

    /// Creates a statement.
    ///
    /// - Parameters:
    ///   - days: The days that the statement covers, from the earliest to the latest date.
    ///   - deposits: The incoming payments.
    ///   - lines: The number of lines that have both a date and an amount.
    public init(days: ClosedRange<CalendarDate>, deposits: [Deposit], lines: Int) {
        self.days = days
        self.deposits = deposits
        self.lines = lines
    }

    /// Reads a bank's CSV export of at most 10,000 lines.
    ///
    /// Columns are found by the names that banks commonly use, unless the layout specifies other names. A
    /// column with only incoming amounts is preferred over a column with signed amounts. The parser never
    /// guesses: if a date or an amount has two possible meanings, the other values in the column decide, or
    /// an error is thrown.
    ///
    /// - Parameters:
    ///   - bytes: The file, in UTF-8 or UTF-16.
    ///   - currency: The currency of amounts for which the file specifies no currency.
    ///   - layout: The names and formats of columns that cannot be recognized automatically.
    /// - Throws: ``BankError``, which contains the line number.
    public init(csv bytes: [UInt8], currency: Currency, layout: BankLayout = BankLayout()) throws(BankError) {
        let table: CSVTable
        do { table = try CSVTable(bytes) } catch { throw BankError(error) }
        let rows = [table.header] + table.rows
        let columns = try BankColumns(of: rows, layout)
        var booked: [BookedRow] = []
        var others: [String] = []
        for row in rows.dropFirst(columns.header + 1) {
            let cells = BookedRow(row, columns)
            if ["", "-", "–"].contains(cells.amount) {
                others.append(cells.date)
            } else {
                booked.append(cells)
            }
        }
        if let row = booked.first(where: { $0.date.isEmpty }) {
            throw BankError(.missingDate, line: row.line, row.amount)
        }
        let days = try Self.days(booked, layout)
        let amounts = try Self.amounts(booked, currency, layout)
        // The line of a debit or a balance has no amount. If its date is valid, it still extends the statement's
        // range of days.
        let forms = layout.dateOrder.map { [$0] } ?? BankLayout.DateOrder.allCases
        let form = forms.first { form in zip(booked, days).allSatisfy { BankDate.day($0.date, form) == $1 } }
        let all = days + others.compactMap { text in form.flatMap { BankDate.day(text, $0) } }
        guard let first = all.min(), let last = all.max(), !booked.isEmpty else {
            throw BankError(.noLines, line: rows[columns.header].line)
        }
        self.days = first...last
        lines = booked.count
        deposits = zip(booked, zip(days, amounts)).compactMap { row, read in
            guard read.1.minorUnits > 0 else { return nil }
            return Deposit(line: row.line, day: read.0, amount: read.1, text: row.text)
        }
    }

    private static func days(_ rows: [BookedRow], _ layout: BankLayout) throws(BankError) -> [CalendarDate] {
        let cells = rows.map { ColumnForm.Cell(line: $0.line, text: $0.date) }
        let forms = layout.dateOrder.map { [$0] } ?? BankLayout.DateOrder.allCases
        do {
            return try ColumnForm.values(of: cells, in: forms) { BankDate.day(cells[$0].text, $1) }
        } catch {
            switch error {
            case .unreadable(let cell): throw BankError(.malformedDate, line: cell.line, cell.text)
            case .open(let cell): throw BankError(.ambiguousDate, line: cell.line, cell.text)
            case .mixed(let cell): throw BankError(.mixedDates, line: cell.line, cell.text)
            }
        }
    }

    private static func amounts(
        _ rows: [BookedRow], _ currency: Currency, _ layout: BankLayout
    ) throws(BankError) -> [Money] {
        var currencies: [Currency] = []
        var signs: [Int64] = []
        for row in rows {
            currencies.append(try row.currency(else: currency))
            signs.append(try row.sign())
        }
        let cells = rows.map { ColumnForm.Cell(line: $0.line, text: $0.amount) }
        let forms = layout.decimalSign.map { [$0] } ?? BankLayout.DecimalSign.allCases
        let amounts: [Money]
        do {
            amounts = try ColumnForm.values(of: cells, in: forms) {
                BankAmount.money(cells[$0].text, $1, in: currencies[$0])
            }
        } catch {
            switch error {
            case .unreadable(let cell): throw BankError(.malformedAmount, line: cell.line, cell.text)
            case .open(let cell): throw BankError(.ambiguousAmount, line: cell.line, cell.text)
            case .mixed(let cell): throw BankError(.mixedAmounts, line: cell.line, cell.text)
            }
        }
        return zip(amounts, signs).map {
            $0.minorUnits > 0 && $1 < 0 ? Money(-$0.minorUnits, $0.currency) : $0
        }
    }
}

/// The cells of one line that are needed for matching.
private struct BookedRow {
    let line: Int
    let date: String
    let amount: String
    let text: String
    private let code: String
    private let direction: String?

    init(_ row: CSVTable.Row, _ columns: BankColumns) {
        func cell(_ index: Int) -> String { index < row.fields.count ? row.fields[index] : "" }
        line = row.line
        date = cell(columns.date)
        amount = cell(columns.amount)
        code = columns.currency.map(cell) ?? ""
        direction = columns.direction.map(cell)
        text = columns.texts.map(cell).filter { !$0.isEmpty }.joined(separator: " ")
    }

    func currency(else common: Currency) throws(BankError) -> Currency {
        guard !code.isEmpty else { return common }
        guard let currency = try? Currency(code) else { throw BankError(.unknownCurrency, line: line, code) }
        return currency
    }

    /// Returns 1 for an incoming payment and -1 for an outgoing payment, according to the direction column.
    /// Without a direction column, returns 1.
    ///
    /// - Throws: ``BankError`` with code `unknownDirection` if the cell is neither a credit nor a debit.
    func sign() throws(BankError) -> Int64 {
        guard let direction else { return 1 }
        switch direction.lowercased() {
        case "c", "cr", "crdt", "credit", "h", "haben", "bij", "+", "in": return 1
        case "d", "dr", "dbit", "debit", "s", "soll", "af", "-", "out": return -1
        default: throw BankError(.unknownDirection, line: line, direction)
        }
    }
}
