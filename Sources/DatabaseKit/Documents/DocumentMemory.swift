import Foundation
import Synchronization

/// Values that were decoded before, found by their octets: the same octets are the same value, so that nothing in here
/// grows old. What a file holds is read from it each time.
final class DocumentMemory: Sendable {
    /// The process's.
    static let shared = DocumentMemory()

    /// Values at most; past this all are forgotten, and those in use are soon back.
    static let limit = 1_024

    private struct Key: Hashable {
        let type: ObjectIdentifier
        let octets: Data
    }

    private let values = Mutex<[Key: any Sendable]>([:])

    /// How many values are held.
    var count: Int { values.withLock { $0.count } }

    /// A value that was kept.
    ///
    /// - Throws: As ``DocumentCoder/decode(_:from:)``; nothing is remembered then.
    func decode<Value: Decodable & Sendable>(_ type: Value.Type, from json: Data) throws -> Value {
        let key = Key(type: ObjectIdentifier(type), octets: json)
        if let known = values.withLock({ $0[key] }) as? Value { return known }
        let value = try DocumentCoder.decode(type, from: json)
        values.withLock { values in
            if values.count >= Self.limit { values.removeAll(keepingCapacity: true) }
            values[key] = value
        }
        return value
    }
}
