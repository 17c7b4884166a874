import Foundation
import Synchronization

/// A cache of decoded values. The keys are the values' types and stored bytes. Equal bytes always decode to
/// the same value of a type, so an entry never becomes stale. The bytes themselves are read from the file
/// each time.
final class DocumentMemory: Sendable {
    /// The cache that the whole process shares.
    static let shared = DocumentMemory()

    /// The maximum number of values. Adding a value to a full cache first removes all other values. A value
    /// that is still in use is cached again when it is next read.
    static let limit = 1_024

    /// A cache key: a type, and the stored bytes of a value of that type. The hash covers all bytes, unlike
    /// the hash of `Data`, which covers only the first bytes. The first bytes are often equal in documents of
    /// the same type.
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

    /// Returns a value from the cache, or decodes it from its stored bytes and caches it.
    ///
    /// - Throws: The same errors as ``DocumentCoder/decode(_:from:)``. If decoding fails, nothing is cached.
    func decode<Value: Decodable & Sendable>(_ type: Value.Type, from json: Data) throws -> Value {
        let key = Key(type, json)
        if let known = values.withLock({ $0[key] }) as? Value { return known }
        let value = try DocumentCoder.decode(type, from: json)
        remember(value, under: key)
        return value
    }

    /// Caches a value under its stored bytes.
    func remember<Value: Sendable>(_ value: Value, as json: Data) {
        remember(value, under: Key(Value.self, json))
    }

    /// Removes all values from the cache.
    func purge() { values.withLock { $0.removeAll(keepingCapacity: true) } }

    private func remember(_ value: some Sendable, under key: Key) {
        values.withLock { values in
            if values.count >= Self.limit { values.removeAll(keepingCapacity: true) }
            values[key] = value
        }
    }
}

extension DatabaseFile {
    /// Empties this process's cache of decoded values.
    ///
    /// Decoded values can contain donors' data. A server calls this function every few seconds to limit the
    /// time that this data stays in memory.
    public static func purgeDecodedValues() { DocumentMemory.shared.purge() }
}
