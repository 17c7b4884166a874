import Processor
import TextKit

/// A form with an uploaded file, in the format `multipart/form-data`.
///
/// Source: RFC 7578; Stripe API reference, "Create a file".
struct MultipartForm: Hashable, Sendable {
    /// The form's fields. The value of the file's field is the name of the file.
    var fields: FormNode
    /// The file, or nil if the form has none.
    var file: Upload?

    /// The name and the size of an uploaded file. The contents are not kept.
    struct Upload: Hashable, Sendable {
        var name: String
        /// The number of bytes.
        var size: Int
    }

    /// Parses a form. The first line of the body contains the boundary.
    ///
    /// - Throws: ``ProcessorError`` with status 400 if the form is malformed, is not UTF-8 outside of the
    ///   file, or has more than 100 parts.
    init(_ bytes: [UInt8]) throws {
        guard let lineEnd = bytes.firstRange(of: Self.newline)?.lowerBound, bytes.starts(with: Self.dashes),
            (3...80).contains(lineEnd)
        else { throw Self.malformed }
        let parts = bytes.split(
            separator: bytes[..<lineEnd], maxSplits: 102, omittingEmptySubsequences: false)
        guard (3...102).contains(parts.count), let end = parts.last, end.starts(with: Self.dashes) else {
            throw Self.malformed
        }
        var pairs: [String] = []
        for part in parts.dropFirst().dropLast() {
            guard part.starts(with: Self.newline), part.suffix(2).elementsEqual(Self.newline),
                let head = part.firstRange(of: Self.newline + Self.newline)
            else { throw Self.malformed }
            let content = part[head.upperBound...].dropLast(2)
            guard let words = String(validating: part[..<head.lowerBound], as: UTF8.self),
                let name = Self.quoted("name", in: words)
            else { throw Self.malformed }
            var value = Self.quoted("filename", in: words)
            if let value {
                file = Upload(name: value, size: content.count)
            } else {
                value = String(validating: content, as: UTF8.self)
            }
            guard let value else { throw Self.malformed }
            pairs.append("\(FormURLEncoding.escaped(name))=\(FormURLEncoding.escaped(value))")
        }
        fields = try FormNode(form: pairs.joined(separator: "&").utf8)
    }

    /// Returns whether a body starts like a multipart form.
    static func matches(_ bytes: [UInt8]) -> Bool { bytes.starts(with: dashes) }

    private static let newline = Array("\r\n".utf8)
    private static let dashes = Array("--".utf8)
    private static let malformed = ProcessorError.invalid(
        "The multipart form is malformed, is not UTF-8, or has more than 100 parts.")

    /// Returns the value of a quoted parameter in a part's header, such as `purpose` for `name="purpose"`.
    /// Returns nil if the parameter is missing.
    private static func quoted(_ name: String, in header: String) -> String? {
        guard let start = header.firstRange(of: " \(name)=\"")?.upperBound else { return nil }
        return header[start...].firstIndex(of: "\"").map { String(header[start..<$0]) }
    }
}
