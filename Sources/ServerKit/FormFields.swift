import Foundation
import TextKit

/// The fields of a query or of a form, `application/x-www-form-urlencoded`.
///
/// Source: WHATWG URL, "application/x-www-form-urlencoded parsing".
public struct FormFields: Hashable, Sendable {
    private var values: [String: String] = [:]

    /// The most fields.
    public static let mostFields = 40
    /// The most octets of one field as it is sent.
    public static let longestField = 2048

    /// Reads the fields; of one that is given twice the first counts.
    ///
    /// - Parameter longest: The most octets of one field, where a form has a large one.
    /// - Returns: nil where there are too many, one is too long, or a percent sign stands for nothing.
    public init?(_ text: String, longest: Int = longestField) {
        let pairs = Array(text.utf8).split(separator: UInt8(ascii: "&"))
        guard pairs.count <= Self.mostFields else { return nil }
        for pair in pairs {
            guard pair.count <= longest else { return nil }
            let halves = pair.split(
                separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false
            ).map { try? FormURLEncoding.decoded($0) }
            guard let name = halves[0], let value = halves.count == 2 ? halves[1] : "" else { return nil }
            if values[name] == nil { values[name] = value }
        }
    }

    /// What was entered, without white space around it; nil where nothing was.
    public subscript(name: String) -> String? {
        guard let value = values[name].map(Self.trimmed), !value.isEmpty else { return nil }
        return value
    }

    /// What was entered, with the white space around it: what is compared octet by octet. Nil without the field.
    public func typed(_ name: String) -> String? { values[name] }

    /// A box was ticked.
    public func isTicked(_ name: String) -> Bool { self[name] == "1" }

    /// Most texts begin and end with a visible letter of ASCII: nothing has to be looked up then.
    private static func trimmed(_ text: String) -> String {
        let visible: ClosedRange<UInt8> = 0x21...0x7E
        if let first = text.utf8.first, let last = text.utf8.last, visible ~= first, visible ~= last {
            return text
        }
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
