import DatabaseKit
import Foundation

/// Whether a value is kept as Foundation's coders keep it: the same octets, which both read to the same value.
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
