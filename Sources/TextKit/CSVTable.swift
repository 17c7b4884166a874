/// A table that is read from a CSV file. The format is that of RFC 4180, with the variations that
/// spreadsheets export.
///
/// The file can have a byte order mark, UTF-16 or UTF-32 text, and line breaks of CRLF, LF or CR. It can
/// start with a line such as `sep=;`, and have semicolons or tabs instead of commas. Blank rows are skipped.
public struct CSVTable: Hashable, Sendable {
    /// The header, which is the first row.
    public var header: Row
    /// The rows after the header.
    public var rows: [Row]

    /// A row of the table.
    public struct Row: Hashable, Sendable {
        /// The number of the line on which the row starts, beginning with 1.
        public var line: Int
        /// The fields, without surrounding white space, and without the apostrophes that prevent a
        /// spreadsheet from running text as a formula.
        public var fields: [String]
    }

    /// The maximum number of rows after the header.
    public static let mostRows = 10_000
    /// The maximum number of fields in a row.
    public static let mostFields = 64
    /// The maximum length of a field, in Unicode scalars.
    public static let longestField = 4096

    /// Parses a CSV file. The limits on rows, fields and field lengths prevent a large file from using too
    /// much memory.
    ///
    /// - Throws: ``CSVError`` with the line number and one of the codes `spreadsheet`, `notText`, `empty`,
    ///   `openQuote`, `textAfterQuote`, `tooManyRows`, `tooManyFields` or `tooLong`.
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

/// The reason why a file is not a valid table.
public struct CSVError: Error, Hashable, Sendable {
    /// The kinds of errors. The names are stable, so that programs can compare them.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        case spreadsheet, notText, empty, openQuote, textAfterQuote, tooManyRows, tooManyFields, tooLong
    }

    /// The code that identifies the kind of error.
    public var code: Code
    /// The number of the line with the error, starting at 1.
    public var line: Int

    init(_ code: Code, line: Int) {
        self.code = code
        self.line = line
    }

    /// A clause that describes the problem.
    public var summary: String {
        switch code {
        case .spreadsheet: "the file is a spreadsheet (.xlsx, .ods or .xls), not a CSV file"
        case .notText: "the file is not UTF-8 text"
        case .empty: "the table is empty"
        case .openQuote: "a quotation mark is not closed"
        case .textAfterQuote: "text follows a closing quotation mark"
        case .tooManyRows: "the table has more than \(CSVTable.mostRows) rows"
        case .tooManyFields: "a row has more than \(CSVTable.mostFields) fields"
        case .tooLong: "a field has more than \(CSVTable.longestField) characters"
        }
    }

    /// The next step for the user, as a clause.
    public var remedy: String {
        switch code {
        case .spreadsheet: "open the file in a spreadsheet program, and save it as \"CSV UTF-8\""
        case .notText: "open the file in a spreadsheet program, and save it again as \"CSV UTF-8\""
        case .empty: "write the column names in the first line, such as seat,org,fund"
        case .openQuote, .textAfterQuote: "close each quoted field, and double each quotation mark within it"
        case .tooManyRows: "split the table into several files"
        case .tooManyFields, .tooLong: "check that this is the right file"
        }
    }
}
