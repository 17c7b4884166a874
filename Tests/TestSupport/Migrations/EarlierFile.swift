public import DatabaseKit
public import Foundation
import GRDB

/// A file of an earlier version, to be opened with all current migrations.
public struct EarlierFile {
    /// Rows that a migration moves to another table or drops.
    public struct Moved: Sendable {
        let migration: String
        let table: String
        let place: String?

        /// Makes an exception for a table's rows.
        ///
        /// - Parameters:
        ///   - migration: The migration that moves them.
        ///   - place: The table that contains them afterwards, with a key of the same name, or nil if they
        ///     are dropped.
        public init(_ migration: String, _ table: String, to place: String?) {
            (self.migration, self.table, self.place) = (migration, table, place)
        }
    }

    /// A table that a migration replaces with one that has other keys. Its rows are counted instead of looked
    /// up.
    public struct Rebuilt: Sendable {
        let migration: String
        let table: String

        /// Makes an exception for a table's keys.
        public init(_ migration: String, _ table: String) {
            (self.migration, self.table) = (migration, table)
        }
    }

    private let path: String
    private let done: Set<String>
    private let rows: [SeededRow]

    /// Makes a file with the earlier migrations, and inserts rows into each of its tables.
    public static func make(
        at path: String, _ earlier: [Migration], _ seeds: TableSeeds
    ) async throws -> EarlierFile {
        let file = try DatabaseFile.open(at: path, migrations: earlier)
        let rows = try await file.write { try seeds.fill($0) }
        try file.close()
        return EarlierFile(path: path, done: Set(earlier.map(\.name)), rows: rows)
    }

    /// Makes a file from the statements of a text dump.
    public static func load(_ dump: URL, at path: String) throws {
        let queue = try DatabaseQueue(path: path)
        let statements = try String(contentsOf: dump, encoding: .utf8)
        try queue.inDatabase { try $0.execute(sql: statements) }
        try queue.close()
    }

    /// Opens the file with all migrations, and compares it with a new file.
    ///
    /// - Parameters:
    ///   - all: The current migrations.
    ///   - new: The schema of a new file.
    ///   - moved: Rows that are expected elsewhere.
    ///   - rebuilt: Tables whose rows are expected under other keys.
    /// - Returns: The problems, each as a line.
    public func problems(
        openedWith all: [Migration], unlike new: FileSchema, moved: [Moved], rebuilt: [Rebuilt] = []
    ) async throws -> [String] {
        let file = try DatabaseFile.open(at: path, migrations: all)
        let integrity = try await file.checkIntegrity()
        let places = Dictionary(
            grouping: moved.filter { !done.contains($0.migration) }, by: \.table)
        let recounted = Set(rebuilt.filter { !done.contains($0.migration) }.map(\.table))
        let (schema, lost) = try await file.read { [rows] transaction in
            let lost = try rows.filter { row in
                if recounted.contains(row.table) {
                    let wanted = rows.count { $0.table == row.table }
                    return try transaction.value("SELECT COUNT(*) FROM \"\(row.table)\"") ?? 0 < wanted
                }
                guard let moves = places[row.table] else {
                    return try !row.isKept(in: row.table, transaction)
                }
                return try moves.contains { move in
                    try move.place.map { try !row.isKept(in: $0, transaction) } ?? false
                }
            }
            return (try FileSchema(transaction), lost)
        }
        try file.close()
        return integrity + schema.differences(from: new)
            + lost.map { "a row of \($0.table) is lost: \($0.values.map { "\($0 ?? "null")" })" }
    }
}
