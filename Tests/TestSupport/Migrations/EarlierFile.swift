public import DatabaseKit
public import Foundation
import GRDB

/// A file of an earlier version, to be opened with all migrations of today.
public struct EarlierFile {
    /// What a migration does to the rows of a table that are not found there afterwards.
    public struct Moved: Sendable {
        let migration: String
        let table: String
        let place: String?

        /// A table whose rows stand in another one, or nowhere.
        ///
        /// - Parameters:
        ///   - migration: The migration that moves them.
        ///   - place: The table that has them afterwards, by a key of the same name; nil where they are dropped.
        public init(_ migration: String, _ table: String, to place: String?) {
            (self.migration, self.table, self.place) = (migration, table, place)
        }
    }

    private let path: String
    private let done: Set<String>
    private let rows: [SeededRow]

    /// Makes a file by running the earlier migrations, and puts rows into each of its tables.
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

    /// Opens it with all migrations, and compares it with a file that is new.
    ///
    /// - Parameters:
    ///   - all: The migrations of today.
    ///   - new: The schema of a new file.
    ///   - moved: Rows that are expected elsewhere.
    /// - Returns: What is wrong, a line each.
    public func problems(
        openedWith all: [Migration], unlike new: FileSchema, moved: [Moved]
    ) async throws -> [String] {
        let file = try DatabaseFile.open(at: path, migrations: all)
        let integrity = try await file.checkIntegrity()
        let places = Dictionary(
            grouping: moved.filter { !done.contains($0.migration) }, by: \.table)
        let (schema, lost) = try await file.read { [rows] transaction in
            let lost = try rows.filter { row in
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
