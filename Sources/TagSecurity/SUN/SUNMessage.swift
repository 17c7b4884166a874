import TextKit

/// What an NTAG 424 DNA put into its URL at one tap: who it is, the how many-th tap, and a code that proves it.
///
/// NXP's words: secure unique NFC message (SUN), made by secure dynamic messaging (SDM). Source: NXP AN12196 §4.
public struct SUNMessage: Hashable, Sendable {
    /// The tag and its counter.
    public enum Identity: Hashable, Sendable {
        /// PICCData, enciphered: 16 bytes (AES) or 24 (LRP).
        case enciphered([UInt8])
        /// UID and counter, readable by everybody.
        case plain(uid: [UInt8], counter: UInt32)
    }

    /// Who and how many.
    public var identity: Identity
    /// Enciphered bytes of the file; whole blocks, and none where the URL has none.
    public var file: [UInt8]
    /// The part of the URL that the code is over, as it stands there; often nothing.
    public var macInput: [UInt8]
    /// The code: 8 bytes.
    public var mac: [UInt8]

    /// Makes a message from its parts.
    public init(identity: Identity, file: [UInt8] = [], macInput: [UInt8] = [], mac: [UInt8]) {
        self.identity = identity
        self.file = file
        self.macInput = macInput
        self.mac = mac
    }

    /// Takes the message out of a URL's query.
    ///
    /// The names are those that are usual: `picc_data`, `picc` or `e`, else `uid` with `ctr`; `enc` for file data;
    /// `cmac` or `c` for the code. A URL says nothing of what the code is over: by default nothing, or with file data
    /// all from its value on, as NXP's examples have it.
    ///
    /// - Parameters:
    ///   - url: The whole URL, as a phone shows it.
    ///   - macStart: The name of the parameter with whose value the code's input begins.
    /// - Throws: `sunMissing` without a message, `sunPlaceholder` where zeros stand as on a tag that was never
    ///   configured, `sunMalformed`.
    public init(url: String, macFrom macStart: String? = nil) throws(SecurityError) {
        let query = Query(url)
        guard let code = query["cmac"] ?? query["c"] else { throw Self.missing }
        let mac = try Self.bytes(code, [8])
        let identity: Identity
        if let picc = query["picc_data"] ?? query["picc"] ?? query["e"] {
            let bytes = try Self.bytes(picc, [16, 24])
            guard bytes.contains(where: { $0 != 0 }) || mac.contains(where: { $0 != 0 }) else {
                throw SecurityError(
                    .sunPlaceholder, "the tag has put nothing into this URL",
                    reason: "zeros stand where its code should be: SDM is off on this tag",
                    remedy: "the tag was written and never configured; nothing is proved by it")
            }
            identity = .enciphered(bytes)
        } else if let uid = query["uid"], let counter = query["ctr"] {
            // Mirrored in plain the counter has its most significant byte first. Source: AN12196 §4.3.
            let value = try Self.bytes(counter, [3]).reduce(0) { $0 << 8 | UInt32($1) }
            identity = .plain(uid: try Self.bytes(uid, [7]), counter: value)
        } else {
            throw Self.missing
        }
        let file = try query["enc"].map { field throws(SecurityError) in
            try Self.bytes(field, Array(stride(from: 16, through: 256, by: 16)))
        }
        let start = macStart ?? (file == nil ? nil : "enc")
        var input: [UInt8] = []
        if let start {
            guard let from = query[start], from.start <= code.start else {
                throw SecurityError(
                    .sunMalformed, "the code's input is not in this URL",
                    reason: "no parameter \(start) stands in front of the code")
            }
            input = Array(url.utf8)[from.start..<code.start].map { $0 }
        }
        self.init(identity: identity, file: file ?? [], macInput: input, mac: mac)
    }

    private static var missing: SecurityError {
        SecurityError(
            .sunMissing, "this URL holds no code of a tag",
            reason: "picc_data (or uid and ctr) and cmac are not both in it",
            remedy: "only a tag of the kind NTAG 424 DNA, configured for it, adds them at a tap")
    }

    private static func bytes(_ field: Query.Field, _ counts: [Int]) throws(SecurityError) -> [UInt8] {
        guard let bytes = Hex.bytes(of: field.value), counts.contains(bytes.count) else {
            let wanted =
                counts.count > 2 ? "whole blocks of 32" : counts.map { "\($0 * 2)" }.joined(separator: " or ")
            throw SecurityError(
                .sunMalformed, "the tag's code in this URL is malformed",
                reason: "\(field.name) has to be \(wanted) hex digits and is not")
        }
        return bytes
    }
}

/// The parameters of a URL's query, and where their values begin.
private struct Query {
    struct Field {
        var name: String
        var value: String
        /// The value's first octet, counted from the URL's.
        var start: Int
    }

    private var fields: [Field] = []

    init(_ url: String) {
        let bytes = Array(url.utf8)
        let end = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.count
        guard let mark = bytes[..<end].firstIndex(of: UInt8(ascii: "?")) else { return }
        var start = mark + 1
        while start <= end {
            let next = bytes[start..<end].firstIndex(of: UInt8(ascii: "&")) ?? end
            let name = bytes[start..<next].prefix { $0 != UInt8(ascii: "=") }
            let from = min(start + name.count + 1, next)
            fields.append(
                Field(
                    name: String(decoding: name, as: UTF8.self),
                    value: String(decoding: bytes[from..<next], as: UTF8.self), start: from))
            start = next + 1
        }
    }

    subscript(name: String) -> Field? { fields.first { $0.name == name } }
}

/// A tap that is proved: a tag that has the keys made this code at this counter.
public struct SUNTap: Hashable, Sendable {
    /// 7 bytes.
    public let uid: [UInt8]
    /// How many times the tag was read; each proved tap has another, 24 bits.
    public let counter: UInt32
    /// The deciphered part of the file; nil where the URL has none.
    public let file: [UInt8]?

    /// Whether this tap was seen before: a code is good once.
    ///
    /// Who copies the URL of a tap has a code that stays right for ever; only the counter tells that it is old. So
    /// whoever checks taps keeps the highest counter of each UID and raises it in the same transaction.
    ///
    /// - Parameter highest: The highest counter seen of this UID; nil for the first tap.
    public func isReplay(after highest: UInt32?) -> Bool { highest.map { counter <= $0 } ?? false }
}
