import Foundation
import Synchronization

/// Values that were written or read before, found by their octets: the same octets are the same value, so that nothing in
/// here grows old. What a file holds is read from it each time.
final class DocumentMemory: Sendable {
    /// The process's.
    static let shared = DocumentMemory()

    /// Values at most; past this all are forgotten, and those in use are soon back.
    static let limit = 1_024

    /// Octets, and of which type they are. Those of one kind often begin alike, and `Data` tells them apart by their
    /// beginning alone.
    private struct Key: Hashable {
        let type: ObjectIdentifier
        let bytes: Data
        private let hash: Int

        init<Value>(_ type: Value.Type, _ bytes: Data) {
            self.type = ObjectIdentifier(type)
            self.bytes = bytes
            var hasher = Hasher()
            hasher.combine(self.type)
            bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
            hash = hasher.finalize()
        }

        func hash(into hasher: inout Hasher) { hasher.combine(hash) }
    }

    private let values = Mutex<[Key: any Sendable]>([:])

    /// How many values are held.
    var count: Int { values.withLock { $0.count } }

    /// A value that was kept.
    ///
    /// - Throws: As ``DocumentCoder/decode(_:from:)``; nothing is remembered then.
    func decode<Value: Decodable & Sendable>(_ type: Value.Type, from json: Data) throws -> Value {
        let key = Key(type, json)
        if let known = values.withLock({ $0[key] }) as? Value { return known }
        let value = try DocumentCoder.decode(type, from: json)
        remember(value, under: key)
        return value
    }

    /// Remembers a value by what ``DocumentCoder`` wrote of it.
    func remember<Value: Sendable>(_ value: Value, as json: Data) {
        remember(value, under: Key(Value.self, json))
    }

    private func remember(_ value: some Sendable, under key: Key) {
        values.withLock { values in
            if values.count >= Self.limit { values.removeAll(keepingCapacity: true) }
            values[key] = value
        }
    }
}
