package import Documents
package import TimeKit

/// A line of the server's log.
package struct LogLine: Equatable, Sendable {
    /// The severity of a line, from the most to the least severe.
    enum Level: String, CaseIterable, Sendable {
        case error, info
    }

    /// The format of a line.
    package enum Format: String, CaseIterable, Sendable {
        case text, json
    }

    var level: Level
    /// The event in one word: `request`, `started`.
    package var event: String
    /// The details, in order. Names and values never come from a person.
    package var fields: [JSONValue.Member] = []

    /// Returns the line without a line break.
    package func text(_ format: Format, at time: Timestamp) -> String {
        switch format {
        case .json:
            let head: [JSONValue.Member] = [
                JSONValue.Member(key: "time", value: .string(time.iso8601)),
                JSONValue.Member(key: "level", value: .string(level.rawValue)),
                JSONValue.Member(key: "event", value: .string(event)),
            ]
            return JSONValue.object(head + fields).text
        case .text:
            let pairs = fields.filter { $0.value != .null }.map { " \($0.key)=\(Self.shown($0.value))" }
            return "\(time.iso8601) \(level.rawValue) \(event)\(pairs.joined())"
        }
    }

    /// Returns a value as text, quoted unless it is a single word.
    private static func shown(_ value: JSONValue) -> String {
        guard case .string(let text) = value, !text.isEmpty,
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") })
        else { return value.text }
        return text
    }
}
