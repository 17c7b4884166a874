public import TextKit

/// A table of seats, exported from a spreadsheet.
public struct BatchTable: Hashable, Sendable {
    /// The rows after the header, as typed.
    public var rows: [BatchJob.Row] = []
    /// The problems found while reading the table, sorted by line.
    public var problems: [BatchProblem] = []

    /// The recognized columns; `docs/batch.md` explains them.
    enum Column: String, CaseIterable {
        case seat, campus, org, fund, recurring, url, note

        /// The accepted titles of the column, in lower-case letters and digits only.
        var names: Set<String> {
            switch self {
            case .seat: ["seat", "seats", "place", "chair", "label", "sitz", "sitzplatz", "platz", "stuhl"]
            case .campus: ["campus", "site", "location", "building", "standort", "ort"]
            case .org: ["org", "organization", "organisation", "church", "gemeinde", "kirche"]
            case .fund: ["fund", "fundid", "designation", "purpose", "fonds", "zweck"]
            case .recurring: ["recurring", "monthly", "repeat", "monatlich"]
            case .url: ["url", "link", "webaddress", "address", "adresse"]
            case .note: ["note", "notes", "comment", "comments", "remark", "remarks", "notiz", "bemerkung"]
            }
        }
    }

    /// Reads a table. The columns are identified by name and can be in any order. If the header has a
    /// problem, no rows are read.
    public init(_ table: CSVTable) {
        var columns: [Int: Column] = [:]
        for (index, name) in table.header.fields.enumerated() where !name.isEmpty {
            guard let column = Self.column(named: name) else {
                let known = Column.allCases.filter { $0 != .note }.map(\.rawValue).joined(separator: ", ")
                problems.append(
                    BatchProblem(
                        .unknownColumn, line: table.header.line,
                        "the column \"\(name)\" is unknown; the known columns are \(known); a column "
                            + "called note is ignored"))
                continue
            }
            if column != .note, columns.values.contains(column) {
                problems.append(
                    BatchProblem(
                        .doubledColumn, line: table.header.line, "the column \(column.rawValue) appears twice"
                    )
                )
            }
            columns[index] = column
        }
        if !columns.values.contains(.seat) {
            problems.append(
                BatchProblem(
                    .noSeatColumn, line: table.header.line,
                    "the first line must contain a seat column, for example: seat,org,fund"))
        }
        // Without a header, every row would be a problem.
        guard problems.isEmpty else { return }
        for row in table.rows { add(row, columns) }
    }

    private mutating func add(_ row: CSVTable.Row, _ columns: [Int: Column]) {
        var read = BatchJob.Row(line: row.line, seat: "")
        for (index, field) in row.fields.enumerated() {
            switch columns[index] {
            case .seat: read.seat = field
            case .campus: read.campus = field
            case .org: read.org = field
            case .fund: read.fund = field
            case .url: read.url = field
            case .recurring where field.isEmpty: break
            case .recurring:
                read.recurring = Self.answer(field)
                if read.recurring == nil {
                    problems.append(
                        BatchProblem(
                            .malformedRecurring, line: row.line, seat: read.seat,
                            "the column recurring must contain yes or no, not \"\(field)\""))
                }
            case .note: break
            case nil where field.isEmpty: break
            case nil:
                problems.append(
                    BatchProblem(
                        .notATable, line: row.line, seat: read.seat,
                        "\"\(field.prefix(40))\" does not belong to any column"))
            }
        }
        rows.append(read)
    }

    private static func column(named name: String) -> Column? {
        let key = name.lowercased().filter { $0.isLetter || $0.isNumber }
        return Column.allCases.first { $0.names.contains(key) }
    }

    private static func answer(_ text: String) -> Bool? {
        switch text.lowercased() {
        case "yes", "y", "true", "1", "x", "monthly", "ja", "wahr": true
        case "no", "n", "false", "0", "-", "once", "nein", "falsch": false
        default: nil
        }
    }
}
