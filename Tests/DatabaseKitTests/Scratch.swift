import DatabaseKit
import Foundation
import GRDB

/// A temporary folder for a test, removed with the value.
final class Scratch: Sendable {
    let folder = FileManager.default.temporaryDirectory.appending(path: "database-\(UUID().uuidString)").path

    init() {
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// The path of the database.
    var path: String { folder + "/test.sqlite" }

    /// Opens the database with one table of numbers.
    func open(_ options: DatabaseFile.Options = .init()) throws(DatabaseKit.DatabaseFileError) -> DatabaseFile
    {
        try DatabaseFile.open(at: path, migrations: [Self.numbers], options: options)
    }

    /// Opens another connection with SQLite's default settings, like another program.
    func stranger() throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    static let numbers = Migration(
        "numbers.1", "CREATE TABLE number (value INTEGER PRIMARY KEY CHECK (value > 0)) STRICT")
}

extension Transaction {
    /// Adds a number. A repeated number is refused.
    func add(_ value: Int) throws {
        try database.execute(sql: "INSERT INTO number VALUES (?)", arguments: [value])
    }

    /// Adds the numbers from 1 to `last`.
    func add(upTo last: Int) throws {
        try database.execute(
            sql: """
                INSERT INTO number
                WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < ?) SELECT x FROM n
                """, arguments: [last])
    }

    /// Returns all numbers in ascending order.
    func numbers() throws -> [Int] {
        try Int.fetchAll(database, sql: "SELECT value FROM number ORDER BY value")
    }
}

/// Returns the code of the `DatabaseFileError` that `body` throws, or nil if it throws none.
func code(of body: () async throws -> Void) async rethrows -> DatabaseKit.DatabaseFileError.Code? {
    do {
        try await body()
        return nil
    } catch let error as DatabaseKit.DatabaseFileError {
        return error.code
    }
}
