package import Documents
package import TimeKit

/// A line of the server's log.
package struct LogLine: Equatable, Sendable {
    /// How much a line matters; the later ones matter less.
    enum Level: String, CaseIterable, Sendable {
        case error, info
    }

    /// How a line is written.
    package enum Format: String, CaseIterable, Sendable {
        case text, json
    }

    var level: Level
    /// What happened, in one word: `request`, `started`.
    package var event: String
    /// What is told of it, in this order: names and values that come from no person.
    package var fields: [JSONValue.Member] = []

    /// One line without its line break.
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
            let told = fields.filter { $0.value != .null }.map { " \($0.key)=\(Self.shown($0.value))" }
            return "\(time.iso8601) \(level.rawValue) \(event)\(told.joined())"
        }
    }

    /// A text without quotation marks where it is one word.
    private static func shown(_ value: JSONValue) -> String {
        guard case .string(let text) = value, !text.isEmpty,
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") })
        else { return value.text }
        return text
    }
}
