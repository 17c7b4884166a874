public import FailureKit
import TextKit

/// Why a file is no statement of a bank that can be read.
public struct BankError: Failure, Hashable, Sendable {
    /// The stable names that programs compare.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// The file is no table in CSV.
        case notATable
        /// No line names a column of days, or of amounts.
        case noDateColumn, noAmountColumn
        /// No column has the name that was given.
        case unknownColumn
        /// A cell is none.
        case malformedDate, malformedAmount
        /// It may be read in two ways, and nothing in the file tells which.
        case ambiguousDate, ambiguousAmount
        /// Some can be read in one way alone, and some in the other alone.
        case mixedDates, mixedAmounts
        /// An amount has no day.
        case missingDate
        /// The currency is not supported.
        case unknownCurrency
        /// A column says in or out, and this word is neither.
        case unknownDirection
        /// There is nothing in it that came in or went out.
        case noLines
    }

    /// What is wrong.
    public var code: Code
    /// The line of the file, from 1.
    public var line: Int
    /// What stands there, at most 80 characters; may be empty.
    public var found: String
    /// What is wrong with the table; nil where it is one.
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

    /// What is wrong, in half a sentence.
    public var summary: String {
        switch code {
        case .notATable: table?.summary ?? "this is no table in CSV"
        case .noDateColumn: "no column of days is found"
        case .noAmountColumn: "no column of amounts is found"
        case .unknownColumn: "there is no column \"\(found)\""
        case .malformedDate: "\"\(found)\" is no day"
        case .malformedAmount: "\"\(found)\" is no amount"
        case .ambiguousDate: "\"\(found)\" may be two days"
        case .ambiguousAmount: "\"\(found)\" may be two amounts"
        case .mixedDates: "in \"\(found)\" day and month stand the other way round than above"
        case .mixedAmounts: "in \"\(found)\" comma and point stand the other way round than above"
        case .missingDate: "an amount of \"\(found)\" has no day"
        case .unknownCurrency: "\"\(found)\" is no currency"
        case .unknownDirection: "\"\(found)\" says neither in nor out"
        case .noLines: "the statement has no line with a day and an amount"
        }
    }

    /// Why; may be empty.
    public var reason: String {
        switch code {
        case .noDateColumn, .noAmountColumn: found.isEmpty ? "" : "its first line has: \(found)"
        case .ambiguousDate: "no day in this file is behind the 12th, which would tell day from month"
        case .ambiguousAmount:
            "no amount in this file tells whether the comma or the point stands before the cents"
        default: ""
        }
    }

    /// What to do next; it names no command, since a page shows it too.
    public var remedy: String {
        switch code {
        case .notATable where table?.code == .empty:
            "take the file as the bank gives it, with the names of its columns"
        case .notATable: table?.remedy ?? "take the bank's export as CSV"
        case .noDateColumn, .noAmountColumn, .unknownColumn:
            "name the column as the file does; a file without names needs a first line with them"
        case .malformedDate: "write it like 2026-01-31"
        case .malformedAmount: "write it like 1234.50"
        case .ambiguousDate: "say which stands first, the day or the month"
        case .ambiguousAmount: "say which stands before the cents"
        case .mixedDates, .mixedAmounts: "take the bank's export as it is, of one account"
        case .missingDate: "take the line out, or give it the day on which the bank booked it"
        case .unknownCurrency: "write the code of ISO 4217, as USD"
        case .unknownDirection: "write credit or debit"
        case .noLines: "is this the right file?"
        }
    }
}

extension BankError {
    /// The stable error code.
    public var failureCode: String { code.rawValue }

    /// The kind of failure.
    public var category: FailureCategory { .malformed }
}
