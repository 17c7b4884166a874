import Foundation
import TextKit

/// The body of a form with files, in the format `multipart/form-data`.
///
/// Only the format that browsers send is accepted: no text before the first part or after the last one, and
/// no headers except `Content-Disposition` and `Content-Type`.
///
/// Source: RFC 7578 §4; RFC 2046 §5.1.1; WHATWG HTML, "Multipart form data".
public struct MultipartBody: Hashable, Sendable {
    /// The body as it was sent.
    public let bytes: [UInt8]
    /// The line that precedes each part, without its line break.
    private let separator: [UInt8]

    /// Creates a body.
    ///
    /// - Parameters:
    ///   - contentType: The value of the request's `Content-Type` header.
    ///   - bytes: The body as it was sent. ``FormFields`` parses it.
    /// - Returns: Nil unless the header names `multipart/form-data` and a valid boundary.
    public init?(contentType: String, bytes: [UInt8]) {
        guard let boundary = Self.boundary(in: contentType) else { return nil }
        self.bytes = bytes
        separator = Self.dashes + boundary
    }

    /// A part of the form.
    struct Part: Hashable {
        /// The name of the field.
        let name: String
        /// Whether the part is a file. The name of the file is ignored.
        let isFile: Bool
        let content: ArraySlice<UInt8>
    }

    /// The maximum size of a part's headers, in bytes. They can contain a file name, which has at most 255
    /// bytes on most systems.
    static let longestHead = 2_048

    private static let newline = Array("\r\n".utf8)
    private static let dashes = Array("--".utf8)

    /// Whether the body can be parsed and does not have too many parts.
    public var isWellFormed: Bool { parts(atMost: FormFields.mostFields) != nil }

    /// Returns the parts in the order of the form. Returns nil if the body is malformed or has more than
    /// `most` parts.
    func parts(atMost most: Int) -> [Part]? {
        guard bytes.starts(with: separator) else { return nil }
        var rest = bytes[separator.count...]
        var parts: [Part] = []
        while rest.starts(with: Self.newline) {
            guard parts.count < most, let (part, next) = part(in: rest.dropFirst(2)) else { return nil }
            parts.append(part)
            rest = next
        }
        let isEnd = rest.elementsEqual(Self.dashes) || rest.elementsEqual(Self.dashes + Self.newline)
        return isEnd ? parts : nil
    }

    /// Reads the part at the start of `bytes`. Also returns the bytes that follow the part and its separator.
    /// Returns nil if the part is malformed.
    private func part(in bytes: ArraySlice<UInt8>) -> (Part, rest: ArraySlice<UInt8>)? {
        let blankLine = Self.newline + Self.newline
        guard let headEnd = bytes.prefix(Self.longestHead + blankLine.count).firstStart(of: blankLine) else {
            return nil
        }
        let content = bytes[(headEnd + blankLine.count)...]
        let delimiter = Self.newline + separator
        guard let end = content.firstStart(of: delimiter), let field = Self.field(in: bytes[..<headEnd])
        else { return nil }
        let part = Part(name: field.name, isFile: field.isFile, content: content[..<end])
        return (part, content[(end + delimiter.count)...])
    }

    // MARK: Headers

    /// Returns the boundary in a `Content-Type` header. Returns nil if the content type is not
    /// `multipart/form-data`, or if the header does not contain exactly one boundary of 1 to 70 valid
    /// characters.
    private static func boundary(in contentType: String) -> [UInt8]? {
        let pieces = contentType.split(separator: ";", omittingEmptySubsequences: false).map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        let prefix = "boundary="
        let values = pieces.dropFirst().filter { $0.lowercased().hasPrefix(prefix) }
        guard pieces.first?.lowercased() == "multipart/form-data", values.count == 1 else { return nil }
        var boundary = Array(values[0].utf8.dropFirst(prefix.utf8.count))
        let quote = UInt8(ascii: "\"")
        if boundary.count >= 2, boundary.first == quote, boundary.last == quote {
            boundary = Array(boundary.dropFirst().dropLast())
        }
        guard (1...70).contains(boundary.count), boundary.last != UInt8(ascii: " "),
            boundary.allSatisfy(isBoundaryCharacter)
        else { return nil }
        return boundary
    }

    private static func isBoundaryCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case "0"..."9", "A"..."Z", "a"..."z":
            true
        default: "'()+_,-./:=? ".utf8.contains(byte)
        }
    }

    /// Reads the headers of a part. Returns nil if the headers are malformed, contain an unexpected header,
    /// or do not contain the name of a field.
    private static func field(in head: ArraySlice<UInt8>) -> (name: String, isFile: Bool)? {
        guard let lines = lines(of: head) else { return nil }
        var disposition: ArraySlice<UInt8>?
        for line in lines {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
            switch String(decoding: line[..<colon], as: UTF8.self).lowercased() {
            case "content-disposition" where disposition == nil:
                disposition = line[(colon + 1)...].drop(while: isSpace)
            case "content-type": break
            default: return nil
            }
        }
        guard let disposition, let parameters = parameters(of: disposition), let name = parameters["name"],
            !name.isEmpty
        else { return nil }
        return (name, parameters["filename"] != nil)
    }

    private static func lines(of head: ArraySlice<UInt8>) -> [ArraySlice<UInt8>]? {
        let (lineFeed, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
        var lines = head.split(separator: lineFeed, omittingEmptySubsequences: false)
        for index in lines.indices.dropLast() {
            guard lines[index].last == carriageReturn else { return nil }
            lines[index].removeLast()
        }
        return lines.contains { $0.contains(carriageReturn) || $0.contains(0) } ? nil : lines
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    /// Returns the parameters of a `Content-Disposition` value such as `form-data; name="statement"`. Returns
    /// nil if it is malformed.
    private static func parameters(of disposition: ArraySlice<UInt8>) -> [String: String]? {
        let type = Array("form-data".utf8)
        guard disposition.starts(with: type) else { return nil }
        var rest = disposition.dropFirst(type.count)
        var parameters: [String: String] = [:]
        while let separator = rest.popFirst() {
            guard separator == UInt8(ascii: ";") else { return nil }
            rest = rest.drop(while: isSpace)
            guard let equals = rest.firstIndex(of: UInt8(ascii: "=")) else { return nil }
            let key = String(decoding: rest[..<equals], as: UTF8.self).lowercased()
            rest = rest[(equals + 1)...]
            guard parameters[key] == nil, let value = quoted(&rest) else { return nil }
            parameters[key] = value
        }
        return parameters
    }

    /// Removes a quoted string from the start of `rest`, and returns the string's text. Returns nil if `rest`
    /// does not begin with a complete quoted string.
    private static func quoted(_ rest: inout ArraySlice<UInt8>) -> String? {
        let (quote, backslash) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
        guard rest.popFirst() == quote else { return nil }
        var text: [UInt8] = []
        while let byte = rest.popFirst() {
            switch byte {
            case quote: return String(decoding: text, as: UTF8.self)
            case backslash:
                guard let escaped = rest.popFirst() else { return nil }
                text.append(escaped)
            default: text.append(byte)
            }
        }
        return nil
    }
}

extension ArraySlice<UInt8> {
    /// Returns the index at which a pattern first occurs, or nil. The pattern must not be empty.
    fileprivate func firstStart(of pattern: [UInt8]) -> Int? {
        var start = startIndex
        while let index = self[start...].firstIndex(of: pattern[0]) {
            if self[index...].starts(with: pattern) { return index }
            start = index + 1
        }
        return nil
    }
}
