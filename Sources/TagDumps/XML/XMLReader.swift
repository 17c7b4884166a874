import TextKit

/// A minimal XML pull parser, which reports elements, attributes and text as events.
///
/// It rejects document type declarations, so a file can neither refer to external entities nor define its
/// own. It resolves only the five predefined entities and character references. The size of the file limits
/// the number of events.
struct XMLReader {
    enum Event: Hashable {
        case start(String, [String: String])
        case text(String)
        case end(String)
    }

    /// The maximum nesting depth of elements (`depth`), and the maximum number of an element's attributes.
    /// TagInfo uses 5 and 2.
    private static let depth = 32
    private static let attributes = 32

    private let bytes: [UInt8]
    private var index = 0
    private var open: [String] = []
    /// The name of an empty element, such as `<a/>`, if its start event was just returned and its end event
    /// follows; otherwise nil.
    private var closed: String?
    private var hasRoot = false
    /// The number of the line on which the last event ended, counted from 1.
    private(set) var line = 1
    private var countedBytes = 0

    /// Creates a parser for the bytes of a file.
    ///
    /// - Throws: `notText` for a NUL byte or invalid UTF-8.
    init(_ bytes: [UInt8]) throws(DumpError) {
        let text = Array(bytes.withoutByteOrderMark)
        guard !text.contains(0), String(validating: text, as: UTF8.self) != nil else {
            throw DumpError(
                .notText, "the file is not text", reason: "the text contains a NUL byte or invalid UTF-8",
                remedy: "the file may be damaged; save it again in the program that created it")
        }
        self.bytes = text
    }

    /// Returns the next event; nil at the end of the file.
    ///
    /// - Throws: `malformedLine` for malformed XML; `unsupportedType` for a document type declaration, for a
    ///   comment or a CDATA section that is not closed, or for a CDATA section outside the document element;
    ///   `outOfRange` or `duplicateField` if a limit is exceeded or an attribute is repeated.
    mutating func next() throws(DumpError) -> Event? {
        let event = try event()
        line += bytes[countedBytes..<index].count { $0 == 0x0A }
        countedBytes = index
        return event
    }

    private mutating func event() throws(DumpError) -> Event? {
        if let name = closed {
            closed = nil
            return .end(name)
        }
        while index < bytes.count {
            if bytes[index] != UInt8(ascii: "<") {
                let text = try decoded(until: UInt8(ascii: "<"))
                if !open.isEmpty { return .text(text) }
                guard text.utf8.allSatisfy({ [0x20, 0x09, 0x0A, 0x0D].contains($0) }) else {
                    throw error(.malformedLine, "there is text outside the document element")
                }
                continue
            }
            if skip("<?", to: "?>") || skip("<!--", to: "-->") { continue }
            if let text = section() { return .text(text) }
            if has("<!--") {
                throw error(
                    .unsupportedType, "a comment is not closed", remedy: "add `-->` after the comment")
            }
            if has("<![CDATA[") {
                throw error(
                    .unsupportedType,
                    open.isEmpty
                        ? "a CDATA section is outside the document element" : "a CDATA section is not closed",
                    remedy: "correct the section that begins with `<![CDATA[`")
            }
            if has("<!") {
                throw error(
                    .unsupportedType, "document types are not supported",
                    remedy: "remove the line with `<!DOCTYPE`")
            }
            if has("</") { return try endTag() }
            return try startTag()
        }
        guard open.isEmpty else { throw error(.malformedLine, "`<\(open[open.count - 1])>` is not closed") }
        return nil
    }

    private mutating func startTag() throws(DumpError) -> Event {
        guard !(open.isEmpty && hasRoot) else {
            throw error(.malformedLine, "there is a second document element")
        }
        index += 1
        let name = try self.name()
        var attributes: [String: String] = [:]
        while true {
            skipBlanks()
            if has("/>") {
                index += 2
                closed = name
                break
            }
            if has(">") {
                index += 1
                guard open.count < Self.depth else {
                    throw error(
                        .outOfRange, "the elements are nested too deeply",
                        reason: "at most \(Self.depth) levels are allowed")
                }
                open.append(name)
                break
            }
            let key = try self.name()
            skipBlanks()
            guard has("=") else { throw error(.malformedLine, "`\(key.prefix(20))` has no value") }
            index += 1
            skipBlanks()
            guard index < bytes.count, [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(bytes[index]) else {
                throw error(.malformedLine, "the value of `\(key.prefix(20))` is not in quotation marks")
            }
            let quote = bytes[index]
            index += 1
            let value = try decoded(until: quote)
            guard index < bytes.count else {
                throw error(.malformedLine, "the value of `\(key.prefix(20))` has no closing quotation mark")
            }
            index += 1
            guard attributes.updateValue(value, forKey: key) == nil, attributes.count <= Self.attributes
            else {
                throw error(
                    .duplicateField, "an element repeats the attribute `\(key.prefix(20))` or has too many")
            }
        }
        hasRoot = true
        return .start(name, attributes)
    }

    private mutating func endTag() throws(DumpError) -> Event {
        index += 2
        let name = try self.name()
        skipBlanks()
        guard has(">"), open.last == name else {
            throw error(
                .malformedLine,
                "the end tag `</\(name.prefix(20))` is incomplete, or does not match its start tag")
        }
        index += 1
        open.removeLast()
        return .end(name)
    }

    private mutating func name() throws(DumpError) -> String {
        let start = index
        while index < bytes.count, Self.isNamePart(bytes[index]) { index += 1 }
        guard index > start, index - start <= 100 else {
            throw error(.malformedLine, "the name of an element or attribute is missing or too long")
        }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    private static func isNamePart(_ byte: UInt8) -> Bool {
        switch byte {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "-", ".", ":", 0x80...: true
        default: false
        }
    }

    /// Reads text up to the byte `end` or the end of the file, and resolves the entities in it.
    private mutating func decoded(until end: UInt8) throws(DumpError) -> String {
        var text: [UInt8] = []
        while index < bytes.count, bytes[index] != end {
            if bytes[index] == UInt8(ascii: "&") {
                text += try entity()
            } else {
                text.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads a predefined entity or a character reference, and returns its text in UTF-8. Throws
    /// `malformedLine` for any other entity. Source: XML 1.0 §4.6, §4.1.
    private mutating func entity() throws(DumpError) -> [UInt8] {
        let rest = bytes[(index + 1)...].prefix(10)
        guard let end = rest.firstIndex(of: UInt8(ascii: ";")) else {
            throw error(.malformedLine, "`&` does not begin an entity such as `&amp;`")
        }
        let name = String(decoding: bytes[(index + 1)..<end], as: UTF8.self)
        let known = ["lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'"]
        var text = known[name]
        if name.hasPrefix("#") {
            let isHex = name.hasPrefix("#x")
            let number = UInt32(name.dropFirst(isHex ? 2 : 1), radix: isHex ? 16 : 10)
            text = number.flatMap(Unicode.Scalar.init).flatMap { $0.value == 0 ? nil : String($0) }
        }
        guard let text else {
            throw error(.malformedLine, "`&\(name.prefix(10));` is not a valid entity")
        }
        index = end + 1
        return Array(text.utf8)
    }

    /// Reads a CDATA section and returns its text; nil if no complete CDATA section starts here.
    private mutating func section() -> String? {
        guard !open.isEmpty, has("<![CDATA[") else { return nil }
        let start = index + 9
        guard skip("<![CDATA[", to: "]]>") else { return nil }
        return String(decoding: bytes[start..<index - 3], as: UTF8.self)
    }

    private func has(_ start: StaticString) -> Bool {
        start.withUTF8Buffer { bytes[index...].starts(with: $0) }
    }

    /// Skips a construct with these delimiters, such as a comment or a processing instruction. Returns false
    /// if no such construct starts here or it is not terminated.
    private mutating func skip(_ start: StaticString, to end: StaticString) -> Bool {
        guard has(start) else { return false }
        let found = end.withUTF8Buffer { mark in
            (index
                + start.utf8CodeUnitCount..<max(bytes.count - mark.count + 1, index + start.utf8CodeUnitCount))
                .first { bytes[$0...].starts(with: mark) }
        }
        guard let found else { return false }
        index = found + end.utf8CodeUnitCount
        return true
    }

    private mutating func skipBlanks() {
        while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
    }

    /// Returns an error that refers to the current line.
    private func error(
        _ code: DumpError.Code, _ summary: String, reason: String = "", remedy: String = ""
    ) -> DumpError {
        let line =
            line + bytes[countedBytes..<max(countedBytes, min(index, bytes.count))].count { $0 == 0x0A }
        return DumpError(code, at: .line(line), summary, reason: reason, remedy: remedy)
    }
}
