/// Reads JSON.
///
/// Source: RFC 8259. Of a name that comes twice in an object the last counts; numbers that are no 64-bit integers stay
/// as they are written.
struct JSONParser {
    /// Octets that are no JSON, and where.
    struct NotJSON: Error, Hashable {
        var place: Int
    }

    /// The most objects and lists within one another.
    static let depth = 100

    private let bytes: [UInt8]
    private var place = 0
    private var open = 0

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The one value that the octets are.
    ///
    /// - Throws: ``NotJSON``.
    static func parse(_ bytes: [UInt8]) throws(NotJSON) -> JSONValue {
        var parser = JSONParser(bytes)
        let value = try parser.value()
        parser.skipSpace()
        guard parser.place == bytes.count else { throw NotJSON(place: parser.place) }
        return value
    }

    private var refusal: NotJSON { NotJSON(place: place) }

    private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { place += 1 }
    }

    /// Passes over an octet where it is the next one, after white space.
    private mutating func take(_ byte: UInt8) -> Bool {
        skipSpace()
        guard next == byte else { return false }
        place += 1
        return true
    }

    private mutating func value() throws(NotJSON) -> JSONValue {
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return try nested { parser throws(NotJSON) in try parser.object() }
        case UInt8(ascii: "["): return try nested { parser throws(NotJSON) in try parser.list() }
        case UInt8(ascii: "\""): return .text(try text())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func nested(_ read: (inout JSONParser) throws(NotJSON) -> JSONValue) throws(NotJSON)
        -> JSONValue
    {
        guard open < Self.depth else { throw refusal }
        place += 1
        open += 1
        defer { open -= 1 }
        return try read(&self)
    }

    private mutating func object() throws(NotJSON) -> JSONValue {
        var object = JSONObject()
        if take(UInt8(ascii: "}")) { return .object(object) }
        repeat {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw refusal }
            let name = try text()
            guard take(UInt8(ascii: ":")) else { throw refusal }
            object[name] = try value()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "}")) else { throw refusal }
        return .object(object)
    }

    private mutating func list() throws(NotJSON) -> JSONValue {
        var elements: [JSONValue] = []
        if take(UInt8(ascii: "]")) { return .list(elements) }
        repeat { elements.append(try value()) } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "]")) else { throw refusal }
        return .list(elements)
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(NotJSON) -> JSONValue {
        let length = word.utf8CodeUnitCount
        guard bytes[place...].prefix(length).elementsEqual(word.description.utf8) else { throw refusal }
        place += length
        return value
    }

    // MARK: Numbers

    private mutating func number() throws(NotJSON) -> JSONValue {
        let start = place
        if next == UInt8(ascii: "-") { place += 1 }
        let first = next
        guard digits() > 0 else { throw refusal }
        // No number begins with a needless zero.
        guard first != UInt8(ascii: "0") || bytes[place - 1] == first && place - start <= 2 else {
            throw refusal
        }
        var isWhole = true
        if next == UInt8(ascii: ".") {
            place += 1
            isWhole = false
            guard digits() > 0 else { throw refusal }
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            place += 1
            isWhole = false
            if next == UInt8(ascii: "-") || next == UInt8(ascii: "+") { place += 1 }
            guard digits() > 0 else { throw refusal }
        }
        let written = String(decoding: bytes[start..<place], as: UTF8.self)
        return (isWhole ? Int64(written) : nil).map { .integer($0) } ?? .decimal(written)
    }

    /// Passes over digits, and says how many they were.
    private mutating func digits() -> Int {
        let start = place
        while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { place += 1 }
        return place - start
    }

    // MARK: Text

    private mutating func text() throws(NotJSON) -> String {
        place += 1
        let start = place
        while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 {
            place += 1
        }
        let plain = bytes[start..<place]
        if next == UInt8(ascii: "\"") {
            place += 1
            return String(decoding: plain, as: UTF8.self)
        }
        return try escapedText(after: plain)
    }

    private mutating func escapedText(after plain: ArraySlice<UInt8>) throws(NotJSON) -> String {
        var read = Array(plain)
        while let byte = next, byte >= 0x20 {
            place += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: read, as: UTF8.self)
            case UInt8(ascii: "\\"): read += try escaped()
            default: read.append(byte)
            }
        }
        throw refusal
    }

    /// What stands behind a backslash.
    private mutating func escaped() throws(NotJSON) -> [UInt8] {
        guard let byte = next else { throw refusal }
        place += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "u"): return Array(String(try scalar()).utf8)
        default: throw refusal
        }
    }

    /// The scalar of `XXXX`, or of a pair of surrogates `XXXX\uXXXX`.
    private mutating func scalar() throws(NotJSON) -> Unicode.Scalar {
        let unit = try unit()
        if let scalar = Unicode.Scalar(unit) { return scalar }
        guard unit < 0xDC00, bytes[place...].prefix(2).elementsEqual(#"\u"#.utf8) else { throw refusal }
        place += 2
        let low = try self.unit()
        guard (0xDC00...0xDFFF).contains(low),
            let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
        else { throw refusal }
        return scalar
    }

    private mutating func unit() throws(NotJSON) -> UInt32 {
        let digits = bytes[place...].prefix(4)
        guard digits.count == 4, digits.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }),
            let unit = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw refusal }
        place += 4
        return unit
    }
}
