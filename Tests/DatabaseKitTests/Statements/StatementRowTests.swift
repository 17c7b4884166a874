import DatabaseKit
import Foundation
import Testing

/// Rows that are read by name, copied rows, and values in the form that all database engines have in common.
@Suite struct StatementRowTests {
    let scratch = Scratch()

    private static let sql = "SELECT 7 AS number, 'ä' AS word, x'00FF' AS bytes, NULL AS missing, 1 AS flag"

    /// Returns the columns of the row of ``sql``, read by name.
    private static func columns(_ row: StatementRow) -> [StatementCell?] {
        let (number, word): (Int64, String) = (row["number"], row["word"])
        let (bytes, flag): (Data, Bool) = (row["bytes"], row["flag"])
        let nothing: String? = row["missing"]
        return [number.cell, word.cell, bytes.cell, flag.cell, nothing?.cell]
    }

    private static let expected: [StatementCell?] = [
        .integer(7), .text("ä"), .blob(Data([0, 255])), .integer(1), nil,
    ]

    @Test("a row in a closure is read by name")
    func named() async throws {
        let found = try await scratch.open().read { try $0.one(Self.sql) { Self.columns($0) } }
        #expect(found == Self.expected)
    }

    @Test("a copied row is read by name or index, even after its statement has ended")
    func copied() async throws {
        let (found, second) = try await scratch.open().read { transaction in
            let row = try #require(try transaction.first(Self.sql))
            _ = try transaction.first(Self.sql)
            return (Self.columns(row), row[1] as String)
        }
        #expect(found == Self.expected && second == "ä")
    }

    @Test("copied rows have different values and the same names")
    func several() async throws {
        let file = try scratch.open()
        try await file.write { try $0.add(upTo: 3) }
        let found = try await file.read { transaction in
            try transaction.all("SELECT value, value * 10 AS tenfold FROM number ORDER BY value")
                .map { [$0["value"], $0["tenfold"]] as [Int] }
        }
        #expect(found == [[1, 10], [2, 20], [3, 30]])
    }

    @Test("the first of two columns with the same name is read")
    func twice() async throws {
        let sql = "SELECT 1 AS same, 2 AS same"
        let found = try await scratch.open().read { transaction in
            [try transaction.one(sql) { $0["same"] as Int }, try transaction.first(sql)?["same"]]
        }
        #expect(found == [1, 1])
    }

    @Test("a column of another type is nil, also in a copied row")
    func misfits() async throws {
        let found = try await scratch.open().read { transaction in
            let row = try #require(try transaction.first(Self.sql))
            let (number, word, bytes): (Int?, Int?, Int?) = (row["missing"], row["word"], row["bytes"])
            return [number?.cell, word?.cell, bytes?.cell, (row["number"] as String?)?.cell]
        }
        #expect(found == [nil, nil, nil, nil])
    }

    @Test("a row of another database engine is read like SQLite's")
    func foreign() {
        let row = StatementRow(FixedRow(["number", "word"], [.integer(-1), .text("a")]))
        #expect(row["number"] as Int == -1 && row[0] as Bool && row["number"] as UInt32? == nil)
        #expect(row["word"] as String == "a" && row[1] as Int? == nil)
    }

    @Test("values survive the common form")
    func cells() {
        let values: StatementValues = [1, "a", nil, true, Data([2])]
        #expect(values.cells == [.integer(1), .text("a"), .null, .integer(1), .blob(Data([2]))])
        #expect(Int64(cell: .integer(.min)) == .min && UInt32(cell: .integer(1 << 32)) == nil)
        #expect(String(cell: .text("")) == "" && Data(cell: .blob(Data())) == Data())
        #expect(Bool(cell: .integer(2)) == true && Bool(cell: .text("true")) == nil)
        #expect(Int(cell: .null) == nil && String(cell: .blob(Data())) == nil && Data(cell: .text("")) == nil)
    }

    @Test("a statement with RETURNING makes all its changes, even if only the first row is read")
    func returning() async throws {
        let file = try scratch.open()
        try await file.write { try $0.add(upTo: 3) }
        let first = try await file.write { transaction in
            try transaction.value("UPDATE number SET value = value + 10 RETURNING value") as Int?
        }
        #expect(first != nil)
        #expect(try await file.read { try $0.numbers() } == [11, 12, 13])
    }

    @Test("a statement with RETURNING cannot violate a foreign key")
    func foreignKey() async throws {
        let child = Migration("child.1", "CREATE TABLE child (parent INTEGER REFERENCES number) STRICT")
        let file = try DatabaseFile.open(at: scratch.path, migrations: [Scratch.numbers, child])
        let insert = "INSERT INTO child VALUES (5) RETURNING parent"
        let codes = [
            try await code { _ = try await file.write { try $0.value(insert) as Int? } },
            try await code { _ = try await file.write { try $0.isAny(insert) } },
            try await code { _ = try await file.write { try $0.first(insert)?[0] as Int? } },
        ]
        #expect(codes == [.constraint, .constraint, .constraint])
        let isStored = try await file.read { try $0.isAny("SELECT 1 FROM child") }
        #expect(!isStored)
    }

    @Test("a transaction on SQLite always has slot 0")
    func slot() async throws {
        let file = try scratch.open()
        #expect(try await file.write { $0.slot } == 0)
        #expect(try await file.read { $0.slot } == 0)
    }
}

/// A row with given values.
private final class FixedRow: RowColumns {
    let columns: [String]
    private let cells: [StatementCell]

    init(_ columns: [String], _ cells: [StatementCell]) { (self.columns, self.cells) = (columns, cells) }

    func cell(_ column: Int) -> StatementCell { cells[column] }
}
