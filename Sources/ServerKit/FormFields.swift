import Foundation

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
        let pairs = text.utf8.split(separator: UInt8(ascii: "&"))
        guard pairs.count <= Self.mostFields else { return nil }
        for pair in pairs {
            guard pair.count <= longest else { return nil }
            let halves = pair.split(
                separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false
            ).map(Self.decoded)
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

    /// A name or a value: a plus is a space; a percent sign and two digits are an octet of UTF-8.
    private static func decoded(_ sent: Substring.UTF8View) -> String? {
        var octets: [UInt8] = []
        octets.reserveCapacity(sent.count)
        var rest = sent.makeIterator()
        while let octet = rest.next() {
            switch octet {
            case UInt8(ascii: "+"): octets.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard let high = rest.next().flatMap(digit), let low = rest.next().flatMap(digit) else {
                    return nil
                }
                octets.append(high << 4 | low)
            default: octets.append(octet)
            }
        }
        return String(validating: octets, as: UTF8.self)
    }

    private static func digit(_ octet: UInt8) -> UInt8? {
        switch octet {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): octet - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): octet - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): octet - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// Most texts begin and end with a visible letter of ASCII: nothing has to be looked up then.
    private static func trimmed(_ text: String) -> String {
        let visible: ClosedRange<UInt8> = 0x21...0x7E
        if let first = text.utf8.first, let last = text.utf8.last, visible ~= first, visible ~= last {
            return text
        }
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
