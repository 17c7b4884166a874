public import DatabaseKit
import Foundation
public import Testing

/// Returns whether a value is stored as Foundation's coders store it: the same bytes, which both read as the
/// same value.
public func isKeptAsFoundationKeepsIt(_ value: some Codable) throws -> Bool {
    let foundation = JSONEncoder()
    foundation.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    func reading<Value: Codable>(_ value: Value) throws -> Bool {
        let (written, kept) = (try foundation.encode(value), try DocumentCoder.encode(value))
        let again = try foundation.encode(DocumentCoder.decode(Value.self, from: written))
        let back = try DocumentCoder.encode(JSONDecoder().decode(Value.self, from: kept))
        return kept == written && again == written && back == kept
    }
    return try reading(value)
}

extension TransactionRunner {
    /// Expects documents of a type in a table, each stored as Foundation's coders would store it.
    ///
    /// - Parameter table: A table with a column `body`; at most 1,000 of its rows are checked.
    public func expectKept<Value: Codable & Sendable>(
        _ type: Value.Type, in table: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let values: [Value] = try await read { transaction in
            try transaction.all("SELECT body FROM \(table) WHERE body IS NOT NULL LIMIT 1000")
        }
        if values.isEmpty { Issue.record("\(table) holds none", sourceLocation: sourceLocation) }
        for value in values {
            guard try !isKeptAsFoundationKeepsIt(value) else { continue }
            Issue.record("\(table) keeps otherwise: \(value)", sourceLocation: sourceLocation)
        }
    }
}
