import MoneyKit
import Processor
import TimeKit

/// Parameters on their way into `application/x-www-form-urlencoded`.
struct Form {
    private(set) var text = ""

    /// Adds a field; nothing where there is no value.
    mutating func add(_ name: String, _ value: String?) {
        guard let value else { return }
        if !text.isEmpty { text += "&" }
        Self.escape(name, into: &text)
        text += "="
        Self.escape(value, into: &text)
    }

    mutating func add(_ name: String, _ value: Int64?) { add(name, value.map(String.init)) }
    mutating func add(_ name: String, _ value: Bool?) { add(name, value.map { $0 ? "true" : "false" }) }
    mutating func add(_ name: String, _ value: Timestamp?) { add(name, value?.seconds) }
    mutating func add(_ name: String, _ value: Currency?) { add(name, value?.code) }

    /// Adds a map; its keys are sorted, so that the same request is always the same octets.
    mutating func add(_ metadata: Metadata) {
        for (key, value) in metadata.sorted(by: { $0.key < $1.key }) { add("metadata[\(key)]", value) }
    }

    /// Adds what a list is asked for.
    mutating func add(_ query: ListQuery) {
        add("limit", Int64(query.limit))
        add("starting_after", query.startingAfter)
        add("ending_before", query.endingBefore)
        add("created[gte]", query.created?.lowerBound)
        add("created[lte]", query.created?.upperBound)
    }

    /// Asks for objects in place of their ids.
    mutating func expand(_ paths: String...) {
        for (place, path) in paths.enumerated() { add("expand[\(place)]", path) }
    }

    /// A path with its steps escaped.
    static func escaped(path: String) -> String {
        var text = ""
        for (place, step) in path.split(separator: "/", omittingEmptySubsequences: false).enumerated() {
            if place > 0 { text += "/" }
            escape(String(step), into: &text)
        }
        return text
    }

    /// Source: RFC 3986, §2.3: all but unreserved characters.
    private static func escape(_ value: String, into text: inout String) {
        let digits = Array("0123456789ABCDEF")
        for byte in value.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                text.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                text.append("%")
                text.append(digits[Int(byte >> 4)])
                text.append(digits[Int(byte & 15)])
            }
        }
    }
}
