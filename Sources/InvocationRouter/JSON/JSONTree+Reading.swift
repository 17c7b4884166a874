extension JSONTree {
    /// The most octets that are read: 1 MiB, eight times what Apple's devices take of such a file.
    static let octetLimit = 1 << 20
    /// How deep lists and objects may stand in each other.
    static let depthLimit = 32

    /// Reads one JSON text, by the letter of RFC 8259: no comments, no trailing commas, no byte order mark.
    ///
    /// - Parameter octets: UTF-8, at most 1 MiB, at most 32 lists and objects deep.
    public init(_ octets: [UInt8]) throws(JSONTreeError) {
        var reader = JSONReader(octets)
        self = try reader.document()
    }
}

/// Walks over a JSON text once.
private struct JSONReader {
    private let octets: [UInt8]
    private var position = 0

    init(_ octets: [UInt8]) { self.octets = octets }

    mutating func document() throws(JSONTreeError) -> JSONTree {
        if octets.count > JSONTree.octetLimit { throw error(.tooLarge) }
        if let offset = octets.firstInvalidUTF8 {
            position = offset
            throw error(.invalidUTF8)
        }
        let tree = try value(depth: 0)
        skipSpace()
        if position < octets.count { throw error(.trailingText) }
        return tree
    }

    private mutating func value(depth: Int) throws(JSONTreeError) -> JSONTree {
        skipSpace()
        guard position < octets.count else { throw error(.unexpectedEnd) }
        switch octets[position] {
        case UInt8(ascii: "{"): return try object(depth: depth + 1)
        case UInt8(ascii: "["): return try array(depth: depth + 1)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
        default: break
        }
        for (word, tree) in [("true", JSONTree.bool(true)), ("false", .bool(false)), ("null", .null)]
        where octets[position...].starts(with: word.utf8) {
            position += word.utf8.count
            return tree
        }
        throw error(.unexpectedCharacter)
    }

    private mutating func object(depth: Int) throws(JSONTreeError) -> JSONTree {
        if depth > JSONTree.depthLimit { throw error(.tooDeep) }
        position += 1
        var members: [JSONTree.Member] = []
        if try takes("}") { return .object([]) }
        repeat {
            skipSpace()
            guard position < octets.count else { throw error(.unexpectedEnd) }
            guard octets[position] == UInt8(ascii: "\"") else { throw error(.unexpectedCharacter) }
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

    /// Passes over white space, and over `mark` where it stands behind it.
    private mutating func takes(_ mark: Unicode.Scalar) throws(JSONTreeError) -> Bool {
        skipSpace()
        guard position < octets.count else { throw error(.unexpectedEnd) }
        guard octets[position] == UInt8(ascii: mark) else { return false }
        position += 1
        return true
    }

    private mutating func string() throws(JSONTreeError) -> String {
        position += 1
        var text: [UInt8] = []
        while position < octets.count {
            let octet = octets[position]
            position += 1
            switch octet {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): text += try escaped()
            case 0..<0x20:
                position -= 1
                throw error(.badString)
            default: text.append(octet)
            }
        }
        throw error(.unexpectedEnd)
    }

    /// What stands behind a backslash. Source: RFC 8259 §7.
    private mutating func escaped() throws(JSONTreeError) -> [UInt8] {
        guard position < octets.count else { throw error(.unexpectedEnd) }
        let octet = octets[position]
        position += 1
        switch octet {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [octet]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "u"): break
        default: throw error(.badString)
        }
        var units = [try codeUnit()]
        if UTF16.isLeadSurrogate(units[0]), octets[position...].starts(with: "\\u".utf8) {
            position += 2
            units.append(try codeUnit())
        }
        guard let text = String(validating: units, as: UTF16.self) else { throw error(.badString) }
        return Array(text.utf8)
    }

    private mutating func codeUnit() throws(JSONTreeError) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard position < octets.count else { throw error(.unexpectedEnd) }
            guard let digit = octets[position].hexValue else { throw error(.badString) }
            unit = unit << 4 | UInt16(digit)
            position += 1
        }
        return unit
    }

    /// `-`, digits without a leading zero, a fraction, an exponent. Source: RFC 8259 §6.
    private mutating func number() throws(JSONTreeError) -> String {
        let start = position
        if octets[position] == UInt8(ascii: "-") { position += 1 }
        let isZero = position < octets.count && octets[position] == UInt8(ascii: "0")
        let digits = skipDigits()
        if digits == 0 || isZero && digits > 1 { throw error(.badNumber) }
        if position < octets.count, octets[position] == UInt8(ascii: ".") {
            position += 1
            if skipDigits() == 0 { throw error(.badNumber) }
        }
        if position < octets.count, octets[position].lowercasedASCII == UInt8(ascii: "e") {
            position += 1
            if position < octets.count, "+-".utf8.contains(octets[position]) { position += 1 }
            if skipDigits() == 0 { throw error(.badNumber) }
        }
        return String(decoding: octets[start..<position], as: UTF8.self)
    }

    private mutating func skipDigits() -> Int {
        let start = position
        while position < octets.count, (0x30...0x39).contains(octets[position]) { position += 1 }
        return position - start
    }

    private mutating func skipSpace() {
        while position < octets.count, [0x20, 0x09, 0x0A, 0x0D].contains(octets[position]) { position += 1 }
    }

    private func error(_ code: JSONTreeError.Code) -> JSONTreeError {
        let line = 1 + octets.prefix(position).count { $0 == UInt8(ascii: "\n") }
        return JSONTreeError(code: code, offset: position, line: line)
    }
}

extension [UInt8] {
    /// Where they stop being UTF-8.
    fileprivate var firstInvalidUTF8: Int? {
        var parser = Unicode.UTF8.ForwardParser()
        var octets = makeIterator()
        var position = 0
        while true {
            switch parser.parseScalar(from: &octets) {
            case .valid(let encoded): position += encoded.count
            case .error: return position
            case .emptyInput: return nil
            }
        }
    }
}
