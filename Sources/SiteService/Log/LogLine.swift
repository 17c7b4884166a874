package import Documents
package import TimeKit

/// A line of the server's log, before it is formatted.
package struct LogLine: Equatable, Sendable {
    /// The severity of a line. The cases are ordered from the most to the least severe.
    enum Level: String, CaseIterable {
        case error, info
    }

    /// The format of a line.
    package enum Format: String, CaseIterable, Sendable {
        case text, json
    }

    var level: Level
    /// The name of the event, such as `request` or `started`.
    package var event: String
    /// The details of the event, in output order. They must not contain text that a person entered.
    package var fields: [JSONValue.Member] = []

    /// Returns the line as text, without a line break.
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

    /// Returns a value as text. A string is quoted unless it is a single ASCII word.
    private static func shown(_ value: JSONValue) -> String {
        guard case .string(let text) = value, !text.isEmpty,
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") })
        else { return value.text }
        return text
    }
}

extension LogLine {
    /// Creates a line whose fields have the JSON values of the given values.
    init(_ level: Level, _ event: String, _ fields: KeyValuePairs<String, any DocumentValue> = [:]) {
        self.init(
            level: level, event: event,
            fields: fields.map { JSONValue.Member(key: $0, value: $1.json) })
    }
}
