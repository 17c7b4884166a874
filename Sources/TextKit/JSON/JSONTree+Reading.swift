extension JSONTree {
    /// The default maximum size in bytes: 1 MiB. This is eight times the size that Apple's devices accept for
    /// an association file.
    public static let byteLimit = 1 << 20
    /// The maximum nesting depth of lists and objects.
    public static let depthLimit = 32

    /// Parses JSON text according to RFC 8259, without accepting comments, trailing commas or a byte order
    /// mark.
    ///
    /// - Parameters:
    ///   - bytes: The JSON text in UTF-8, with at most 32 levels of nesting.
    ///   - limit: The maximum number of bytes.
    public init(_ bytes: [UInt8], atMost limit: Int = JSONTree.byteLimit) throws(JSONTreeError) {
        var reader = JSONReader(bytes, limit)
        self = try reader.document()
    }
}

/// A parser that reads JSON text in a single pass. Each string is validated as UTF-8 when it is created.
private struct JSONReader {
    private let bytes: [UInt8]
    private let limit: Int
    private var position = 0

    init(_ bytes: [UInt8], _ limit: Int) {
        self.bytes = bytes
        self.limit = limit
    }

    mutating func document() throws(JSONTreeError) -> JSONTree {
        if bytes.count > limit { throw error(.tooLarge) }
        let tree = try value(depth: 0)
        skipSpace()
        if position < bytes.count { throw error(.trailingText) }
        return tree
    }

    private mutating func value(depth: Int) throws(JSONTreeError) -> JSONTree {
        skipSpace()
        switch try next() {
        case "{": return try object(depth: depth + 1)
        case "[": return try array(depth: depth + 1)
        case "\"": return .string(try string())
        case "-", "0"..."9": return .number(try number())
        case "t": return try word("true", .bool(true))
        case "f": return try word("false", .bool(false))
        case "n": return try word("null", .null)
        default: throw error(.unexpectedCharacter)
        }
    }

    private mutating func word(_ word: String, _ tree: JSONTree) throws(JSONTreeError) -> JSONTree {
        guard bytes[position...].starts(with: word.utf8) else { throw error(.unexpectedCharacter) }
        position += word.utf8.count
        return tree
    }

    private mutating func object(depth: Int) throws(JSONTreeError) -> JSONTree {
        if depth > JSONTree.depthLimit { throw error(.tooDeep) }
        position += 1
        var members: [JSONTree.Member] = []
        if try takes("}") { return .object([]) }
        repeat {
            skipSpace()
            guard try next() == UInt8(ascii: "\"") else { throw error(.unexpectedCharacter) }
            let key = try string()
            guard try takes(":") else { throw error(.unexpectedCharacter) }
            members.append(JSONTree.Member(key, try value(depth: depth)))
        } while try takes(",")
        guard try takes("}") else { throw error(.unexpectedCharacter) }
        return .object(members)
    }

    private mutating func array(depth: Int) throws(JSONTreeError) -> JSONTree {
        if depth > JSONTree.depthLimit { throw error(.tooDeep) }
        position += 1
        var elements: [JSONTree] = []
        if try takes("]") { return .array([]) }
        repeat { elements.append(try value(depth: depth)) } while try takes(",")
        guard try takes("]") else { throw error(.unexpectedCharacter) }
        return .array(elements)
    }

    /// Skips white space and, if `mark` follows, skips that as well. Returns whether `mark` followed. Throws
    /// an error at the end of the input.
    private mutating func takes(_ mark: Unicode.Scalar) throws(JSONTreeError) -> Bool {
        skipSpace()
        guard try next() == UInt8(ascii: mark) else { return false }
        position += 1
        return true
    }

    // MARK: Strings

    private mutating func string() throws(JSONTreeError) -> String {
        position += 1
        var before: [UInt8] = []
        while true {
            let run = run()
            let mark = try next()
            if mark < 0x20 { throw error(.badString) }
            position += 1
            if mark == UInt8(ascii: "\"") { return try before.isEmpty ? text(run) : text(before + run) }
            before += run
            before += try escaped()
        }
    }

    /// Reads and returns the bytes before the next quotation mark, backslash or control character.
    private mutating func run() -> ArraySlice<UInt8> {
        let start = position
        // 0x22 is the quotation mark, 0x5C the backslash.
        skip { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }
        return bytes[start..<position]
    }

    private func text(_ bytes: some Collection<UInt8>) throws(JSONTreeError) -> String {
        guard let text = String(utf8: bytes) else { throw error(.invalidUTF8) }
        return text
    }

    /// Reads the rest of an escape sequence after its backslash. Source: RFC 8259 §7.
    private mutating func escaped() throws(JSONTreeError) -> [UInt8] {
        let byte = try next()
        position += 1
        switch byte {
        case "\"", "\\", "/": return [byte]
        case "b": return [0x08]
        case "f": return [0x0C]
        case "n": return [0x0A]
        case "r": return [0x0D]
        case "t": return [0x09]
        case "u": break
        default: throw error(.badString)
        }
        var units = [try codeUnit()]
        if UTF16.isLeadSurrogate(units[0]), bytes[position...].starts(with: "\\u".utf8) {
            position += 2
            units.append(try codeUnit())
        }
        guard let text = String(validating: units, as: UTF16.self) else { throw error(.badString) }
        return Array(text.utf8)
    }

    private mutating func codeUnit() throws(JSONTreeError) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = Hex.value(of: try next()) else { throw error(.badString) }
            unit = unit << 4 | UInt16(digit)
            position += 1
        }
        return unit
    }

    // MARK: Numbers

    /// Reads a number, which consists of an optional `-`, digits without a leading zero, an optional fraction
    /// and an optional exponent. Source: RFC 8259 §6.
    private mutating func number() throws(JSONTreeError) -> String {
        let start = position
        if bytes[position] == UInt8(ascii: "-") { position += 1 }
        let isZero = position < bytes.count && bytes[position] == UInt8(ascii: "0")
        let digits = skipDigits()
        if digits == 0 || isZero && digits > 1 { throw error(.badNumber) }
        if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
            position += 1
            if skipDigits() == 0 { throw error(.badNumber) }
        }
        if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
            position += 1
            if position < bytes.count, "+-".utf8.contains(bytes[position]) { position += 1 }
            if skipDigits() == 0 { throw error(.badNumber) }
        }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func skipDigits() -> Int {
        let start = position
        skip { $0 >= 0x30 && $0 <= 0x39 }
        return position - start
    }

    /// Returns the byte at the position. Throws an error at the end.
    private func next() throws(JSONTreeError) -> UInt8 {
        guard position < bytes.count else { throw error(.unexpectedEnd) }
        return bytes[position]
    }

    private mutating func skipSpace() { skip { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 } }

    /// Advances to the first byte for which `wanted` returns false, or to the end.
    ///
    /// This method uses a pointer for speed, because a stored document is decoded for each row that is read
    /// from a database. In code that is not optimized, such as in tests, an array's subscript takes ten times
    /// as long.
    private mutating func skip(_ wanted: (UInt8) -> Bool) {
        position = bytes.withUnsafeBufferPointer { bytes in
            guard let byte = bytes.baseAddress else { return position }
            let end = bytes.count
            var next = position
            while next < end, wanted(byte[next]) { next += 1 }
            return next
        }
    }

    /// Returns an error at the current position. If the input is not valid UTF-8, returns an error at the
    /// first invalid byte instead, unless the code is `tooLarge`.
    private func error(_ code: JSONTreeError.Code) -> JSONTreeError {
        let invalid = code == .tooLarge ? nil : bytes.firstInvalidUTF8
        let offset = invalid ?? position
        return JSONTreeError(
            code: invalid == nil ? code : .invalidUTF8, offset: offset,
            line: 1 + bytes.prefix(offset).count { $0 == UInt8(ascii: "\n") }, byteLimit: limit)
    }
}

extension [UInt8] {
    /// The offset of the first invalid UTF-8 sequence. Nil if all bytes are valid.
    fileprivate var firstInvalidUTF8: Int? {
        var parser = Unicode.UTF8.ForwardParser()
        var bytes = makeIterator()
        var position = 0
        while true {
            switch parser.parseScalar(from: &bytes) {
            case .valid(let encoded): position += encoded.count
            case .error: return position
            case .emptyInput: return nil
            }
        }
    }
}
