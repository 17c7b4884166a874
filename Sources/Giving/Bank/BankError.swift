public import FailureKit
import TextKit

/// An error in a bank's export.
public struct BankError: Failure, Hashable, Sendable {
    /// The stable error codes, for comparison by programs.
    public enum Code: String, Sendable, CaseIterable {
        /// The file is not a CSV table.
        case notATable
        /// The first rows of the file contain no known name for a date column or for an amount column.
        case noDateColumn, noAmountColumn
        /// The file has no column with the requested name.
        case unknownColumn
        /// A cell in the date column is not a date, or a cell in the amount column is not an amount.
        case malformedDate, malformedAmount
        /// A date or an amount has two possible meanings, and no other cell in its column shows which meaning
        /// is right.
        case ambiguousDate, ambiguousAmount
        /// Some cells of a column are valid only in one format, and others only in another.
        case mixedDates, mixedAmounts
        /// A line has an amount but no date.
        case missingDate
        /// The currency is not supported.
        case unknownCurrency
        /// A cell in the credit-or-debit column is neither a credit nor a debit.
        case unknownDirection
        /// The statement has no line with a date and an amount.
        case noLines
    }

    /// The error code, which determines the summary, the reason and the remedy.
    public var code: Code
    /// The line of the file on which the error occurred, starting at 1.
    public var line: Int
    /// The text that caused the error, at most 80 characters. May be empty.
    public var found: String
    /// The underlying CSV error, if the code is `notATable`.
    private var table: CSVError?

    init(_ code: Code, line: Int, _ found: String = "") {
        self.code = code
        self.line = line
        self.found = String(found.prefix(80))
    }

    init(_ error: CSVError) {
        self.init(.notATable, line: error.line)
        table = error
    }

    /// A clause that describes the error, without a period.
    public var summary: String {
        switch code {
        case .notATable: table?.summary ?? "the statement is not a CSV table"
        case .noDateColumn: "no date column was found"
        case .noAmountColumn: "no amount column was found"
        case .unknownColumn: "there is no column \"\(found)\""
        case .malformedDate: "\"\(found)\" is not a date"
        case .malformedAmount: "\"\(found)\" is not an amount"
        case .ambiguousDate: "\"\(found)\" could be two different dates"
        case .ambiguousAmount: "\"\(found)\" could be two different amounts"
        case .mixedDates: "\"\(found)\" has the day and the month in the opposite order from the lines above"
        case .mixedAmounts: "\"\(found)\" uses the comma and the point differently from the lines above"
        case .missingDate: "the amount \"\(found)\" has no date"
        case .unknownCurrency: "\"\(found)\" is not a currency"
        case .unknownDirection: "\"\(found)\" is neither a credit nor a debit"
        case .noLines: "the statement has no line with a date and an amount"
        }
    }

    /// A clause that explains the cause of the error. May be empty.
    public var reason: String {
        switch code {
        case .noDateColumn, .noAmountColumn:
            found.isEmpty ? "" : "the first line of the file contains: \(found)"
        case .ambiguousDate:
            "no date in this file is after the 12th, so day and month cannot be distinguished"
        case .ambiguousAmount:
            "no amount in this file shows whether the comma or the point is the decimal mark"
        default: ""
        }
    }

    /// The next step for the user. The text names no command, because web pages also show it.
    public var remedy: String {
        switch code {
        case .notATable where table?.code == .empty:
            "use the bank's original file, including its column names"
        case .notATable: table?.remedy ?? "export the statement from the bank as CSV"
        case .noDateColumn, .noAmountColumn, .unknownColumn:
            "use a column name from the file; if the file has no column names, add them as its first line"
        case .malformedDate: "write the date like 2026-01-31"
        case .malformedAmount: "write the amount like 1234.50"
        case .ambiguousDate: "specify whether the day or the month comes first"
        case .ambiguousAmount: "specify the decimal mark"
        case .mixedDates, .mixedAmounts: "use the bank's original export for a single account"
        case .missingDate: "enter the date on which the bank booked this amount, or remove the line"
        case .unknownCurrency: "use an ISO 4217 code, like USD"
        case .unknownDirection: "write credit or debit"
        case .noLines: "check that this is the right file"
        }
    }
}

extension BankError {
    /// The stable error code.
    public var failureCode: String { code.rawValue }

    /// The failure category, which determines the exit code and the HTTP status.
    public var category: FailureCategory { .malformed }
}
