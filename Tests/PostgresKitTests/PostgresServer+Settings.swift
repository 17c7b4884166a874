import Synchronization
import TestSupport

@testable import PostgresKit

extension PostgresServer {
    private static let schemas = Atomic(0)

    /// Returns the address of a database.
    func address(_ database: String = "postgres", user: String = "postgres") -> String {
        "host=\(folder) user=\(user) dbname=\(database)"
    }

    /// Runs statements outside a transaction.
    func run(_ statements: [String]) throws {
        let connection = try PostgresSettings(address()).connect().0
        for statement in statements { try connection.script(statement) }
    }

    /// Returns settings with a new, empty schema.
    func settings() throws -> PostgresSettings {
        var settings = try PostgresSettings(address())
        let schema = "schema_\(Self.schemas.add(1, ordering: .relaxed).newValue)"
        try run(["CREATE SCHEMA \(schema)"])
        settings.schema = schema
        return settings
    }
}
