/// A table as spreadsheets write it: RFC 4180, and what their exports do differently.
///
/// A byte order mark, CRLF, LF or CR alone, UTF-16 and UTF-32, a first line `sep=;`, and semicolons or tabs in place of commas
/// are all taken. Rows without any text are left out.
public struct CSVTable: Hashable, Sendable {
    /// The first row.
    public var header: Row
    /// The rows behind it.
    public var rows: [Row]

    /// One row.
    public struct Row: Hashable, Sendable {
        /// The line of the file on which it begins, from 1.
        public var line: Int
        /// Its fields, without spaces around them.
        public var fields: [String]
    }

    /// The most rows behind the header.
    public static let mostRows = 10_000
    /// The most fields of a row.
    public static let mostFields = 64
    /// The longest field, in Unicode scalars.
    public static let longestField = 4096

    /// Reads a table; the limits keep a wrong file from eating the memory.
    ///
    /// - Throws: ``CSVError``: `spreadsheet`, `notText`, `empty`, `openQuote`, `textAfterQuote`, `tooManyRows`, `tooManyFields` or
    ///   `tooLong`, with the line.
    public init(_ bytes: [UInt8]) throws(CSVError) {
        let scalars = try CSVEncoding.scalars(of: bytes)
        var reader = CSVReader(scalars)
        var all: [Row] = []
        while let row = try reader.nextFilled() {
            guard row.fields.contains(where: { !$0.isEmpty }) else { continue }
            guard all.count <= Self.mostRows else { throw CSVError(.tooManyRows, line: row.line) }
            all.append(row)
        }
        guard let header = all.first else { throw CSVError(.empty, line: 1) }
        self.header = header
        rows = Array(all.dropFirst())
    }
}

/// Why a file is no table.
public struct CSVError: Error, Hashable, Sendable {
    /// The stable names that programs compare.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        case spreadsheet, notText, empty, openQuote, textAfterQuote, tooManyRows, tooManyFields, tooLong
    }

    /// What is wrong.
    public var code: Code
    /// The line, from 1.
    public var line: Int

    init(_ code: Code, line: Int) {
        self.code = code
        self.line = line
    }

    /// What is wrong, in half a sentence.
    public var summary: String {
        switch code {
        case .spreadsheet: "this is a spreadsheet's own file (.xlsx, .ods or .xls), and no table in CSV"
        case .notText: "this is no text in UTF-8"
        case .empty: "the table is empty"
        case .openQuote: "a quotation mark opens here, and none closes it"
        case .textAfterQuote: "text stands behind a closing quotation mark"
        case .tooManyRows: "the table has more than \(CSVTable.mostRows) rows"
        case .tooManyFields: "a row has more than \(CSVTable.mostFields) fields"
        case .tooLong: "a field has more than \(CSVTable.longestField) characters"
        }
    }

    /// The remedy, as a clause or sentence for people.
    public var remedy: String {
        switch code {
        case .spreadsheet: "open it in the spreadsheet, and save it as \"CSV UTF-8\""
        case .notText: "save it from the spreadsheet once more, as \"CSV UTF-8\""
        case .empty: "the first line names the columns, as: seat,org,fund"
        case .openQuote, .textAfterQuote: "double each quotation mark within a field"
        case .tooManyRows: "make several tables"
        case .tooManyFields, .tooLong: "is this the right file?"
        }
    }
}
