import Foundation
import TextKit

/// The fields of a URL query or a form, encoded as `application/x-www-form-urlencoded`, or as
/// `multipart/form-data` if the form has a file.
///
/// Source: WHATWG URL, "application/x-www-form-urlencoded parsing".
public struct FormFields: Hashable, Sendable {
    private var values: [String: String] = [:]
    private var files: [String: [UInt8]] = [:]

    /// The maximum number of fields.
    public static let mostFields = 40
    /// The default maximum size of a field in bytes. In a URL-encoded form, the size includes the name and
    /// the percent-encoding.
    public static let longestField = 2048

    /// Parses the fields. If a name appears twice, the first value is used.
    ///
    /// - Parameters:
    ///   - text: The URL query or the body of the form.
    ///   - longest: The maximum size of a field in bytes. It can be raised for a form with a large field.
    /// - Returns: Nil if there are too many fields, or if a field is too long or cannot be decoded.
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

    /// Parses the fields of a form with files. If a name appears twice, the first value or file is used.
    ///
    /// - Parameters:
    ///   - body: The body of the form.
    ///   - longest: The maximum size of a field in bytes. It does not apply to files.
    /// - Returns: Nil if the body is malformed, if there are too many fields, or if a field is too long or
    ///   not UTF-8.
    public init?(_ body: MultipartBody, longest: Int = longestField) {
        guard let parts = body.parts(atMost: Self.mostFields) else { return nil }
        for part in parts {
            if part.isFile {
                if files[part.name] == nil { files[part.name] = Array(part.content) }
            } else {
                guard part.content.count <= longest,
                    let text = String(validating: part.content, as: UTF8.self)
                else { return nil }
                if values[part.name] == nil { values[part.name] = text }
            }
        }
    }

    /// Returns the content of a file, or nil if no file was chosen or the file is empty.
    public func file(_ name: String) -> [UInt8]? { files[name].flatMap { $0.isEmpty ? nil : $0 } }

    /// Returns the value of a field without surrounding white space; nil if the value is empty or the field
    /// is missing.
    public subscript(name: String) -> String? {
        guard let value = values[name].map(Self.trimmed), !value.isEmpty else { return nil }
        return value
    }

    /// Returns the value of a field exactly as entered, or nil if the field is missing.
    public func typed(_ name: String) -> String? { values[name] }

    /// Returns a copy in which the field with this name has the given value. A nil value removes the field.
    public func setting(_ name: String, to value: String?) -> FormFields {
        var fields = self
        fields.values[name] = value
        return fields
    }

    /// Returns whether a checkbox was ticked.
    public func isTicked(_ name: String) -> Bool { self[name] == "1" }

    /// Returns the text without surrounding white space.
    ///
    /// If the first and the last character are visible ASCII, as in most texts, no Unicode properties are
    /// looked up.
    private static func trimmed(_ text: String) -> String {
        let visible: ClosedRange<UInt8> = 0x21...0x7E
        if let first = text.utf8.first, let last = text.utf8.last, visible ~= first, visible ~= last {
            return text
        }
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
