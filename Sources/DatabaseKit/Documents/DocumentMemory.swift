import Foundation
import Synchronization

/// A cache of decoded values, keyed by their bytes. Equal bytes always decode to the same value, so an entry never
/// becomes stale. The bytes themselves are read from the file each time.
final class DocumentMemory: Sendable {
    /// The cache of this process.
    static let shared = DocumentMemory()

    /// The maximum number of values. Beyond it, the whole cache is emptied; values in use return soon.
    static let limit = 1_024

    /// A type and the bytes of its value. The hash covers all bytes: `Data` hashes only the first ones, which documents
    /// of one type often have in common.
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

    /// The number of cached values.
    var count: Int { values.withLock { $0.count } }

    /// Returns a value from its stored form, or from the cache.
    ///
    /// - Throws: The errors of ``DocumentCoder/decode(_:from:)``. Nothing is cached then.
    func decode<Value: Decodable & Sendable>(_ type: Value.Type, from json: Data) throws -> Value {
        let key = Key(type, json)
        if let known = values.withLock({ $0[key] }) as? Value { return known }
        let value = try DocumentCoder.decode(type, from: json)
        remember(value, under: key)
        return value
    }

    /// Caches a value under its stored form.
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
