import TagKit
import TextKit

/// The data that an NTAG 424 DNA adds to its URL on each tap: UID, counter, and a message authentication code
/// (MAC).
///
/// NXP calls this data a secure unique NFC message (SUN), which the chip creates by secure dynamic messaging
/// (SDM). Source: NXP AN12196 §4.
public struct SUNMessage: Hashable, Sendable {
    /// The tag's UID and counter, either encrypted or in the clear.
    public enum Identity: Hashable, Sendable {
        /// PICCData, which contains the UID and the counter in encrypted form: 16 bytes (AES) or 24 bytes
        /// (LRP).
        case enciphered([UInt8])
        /// The UID and the counter in the clear.
        case plain(uid: [UInt8], counter: UInt32)
    }

    /// The tag's UID and counter.
    public var identity: Identity
    /// Encrypted bytes of the tag's file, in whole blocks. Empty if the URL contains no file data.
    public var file: [UInt8]
    /// The bytes of the URL that the MAC covers. Often empty.
    public var macInput: [UInt8]
    /// The truncated MAC: 8 bytes.
    public var mac: [UInt8]

    /// Creates a message from its parts.
    public init(identity: Identity, file: [UInt8] = [], macInput: [UInt8] = [], mac: [UInt8]) {
        self.identity = identity
        self.file = file
        self.macInput = macInput
        self.mac = mac
    }

    /// Reads the message from the query of a URL. The names of the parameters are those that NXP and others
    /// use:
    ///
    /// - `picc_data`, `picc` or `e` for PICCData; without it, `uid` and `ctr`
    /// - `enc` for file data
    /// - `cmac` or `c` for the MAC
    ///
    /// The case of the names is ignored. If a name has several values, they must be equal: otherwise, the URL
    /// does not show which value the tag added.
    ///
    /// A URL does not specify which characters the MAC covers. By default, the MAC of a URL without file data
    /// is assumed to cover no characters. If there is file data, the MAC is assumed to cover the characters
    /// from the value of `enc` up to the MAC, as in NXP's examples.
    ///
    /// - Parameters:
    ///   - url: The whole URL, as a phone shows it.
    ///   - macStart: The name of the parameter whose value is the first part of the MAC's input; nil for the
    ///     default.
    /// - Throws: `sunMissing` if the URL contains no message; `sunPlaceholder` if the message contains only
    ///   zeros, because the tag was never configured; `sunMalformed`.
    public init(url: String, macFrom macStart: String? = nil) throws(SecurityError) {
        let query = Query(url)
        guard let code = query["cmac"] ?? query["c"] else { throw Self.missing }
        let mac = try Self.bytes(code, [8])
        let identity: Identity
        if let picc = query["picc_data"] ?? query["picc"] ?? query["e"] {
            let bytes = try Self.bytes(picc, [16, 24])
            guard bytes.contains(where: { $0 != 0 }) || mac.contains(where: { $0 != 0 }) else {
                throw SecurityError(
                    .sunPlaceholder, "the tag has added nothing to this URL",
                    reason: "the code is all zeros: the tag is not configured to add its UID and counter",
                    remedy: "configure the tag: until then, its taps cannot be verified")
            }
            identity = .enciphered(bytes)
        } else if let uid = query["uid"], let counter = query["ctr"] {
            // An unencrypted counter has its most significant byte first. Source: AN12196 §4.3.
            let value = UInt32(bytes: try Self.bytes(counter, [3]))
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
                    .sunMalformed, "this URL lacks the data that its authentication code covers",
                    reason: "the parameter \(start) is missing or comes after the code")
            }
            try Self.refuseAmbiguity(of: from)
            input = Array(Array(url.utf8)[from.start..<code.start])
        }
        self.init(identity: identity, file: file ?? [], macInput: input, mac: mac)
    }

    private static var missing: SecurityError {
        SecurityError(
            .sunMissing, "this URL contains no authentication code",
            reason: "the URL needs both picc_data (or uid and ctr) and cmac",
            remedy: "tap an NTAG 424 DNA tag that is configured to add these parameters, and use that URL")
    }

    private static func bytes(_ field: Query.Field, _ counts: [Int]) throws(SecurityError) -> [UInt8] {
        try refuseAmbiguity(of: field)
        guard let bytes = Hex.bytes(of: field.value), counts.contains(bytes.count) else {
            let wanted =
                counts.count > 2 ? "whole blocks of 32" : counts.map { "\($0 * 2)" }.joined(separator: " or ")
            throw SecurityError(
                .sunMalformed, "the tag's code in this URL is malformed",
                reason: "\(field.name) must be \(wanted) hex digits")
        }
        return bytes
    }

    /// Throws `sunMalformed` if the URL contains the parameter again with a different value.
    private static func refuseAmbiguity(of field: Query.Field) throws(SecurityError) {
        guard field.isAmbiguous else { return }
        throw SecurityError(
            .sunMalformed, "the tag's code in this URL is malformed",
            reason: "the URL contains \(field.name) more than once, with different values")
    }
}

/// The parameters of a URL's query, with the positions of their values.
private struct Query {
    struct Field {
        /// The name, percent-decoded and in lower case.
        var name: String
        /// The value, percent-decoded.
        var value: String
        /// The offset of the value's first byte within the URL.
        var start: Int
        /// Whether the query contains the parameter again with a different value.
        var isAmbiguous = false
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
            add(
                Field(
                    name: Self.decoded(name).lowercased(), value: Self.decoded(bytes[from..<next]),
                    start: from))
            start = next + 1
        }
    }

    /// Returns the first parameter with this name, in any case.
    subscript(name: String) -> Field? { fields.first { $0.name == name.lowercased() } }

    private mutating func add(_ field: Field) {
        guard let index = fields.firstIndex(where: { $0.name == field.name }) else {
            fields.append(field)
            return
        }
        if fields[index].value != field.value { fields[index].isAmbiguous = true }
    }

    /// Returns the text percent-decoded, or unchanged if its encoding is invalid.
    private static func decoded(_ text: ArraySlice<UInt8>) -> String {
        let text = String(decoding: text, as: UTF8.self)
        return text.percentDecoded ?? text
    }
}

/// A tap whose MAC was verified. The MAC shows that a tag with the same keys created the URL when its counter
/// had this value.
public struct SUNTap: Hashable, Sendable {
    /// The tag's UID: 7 bytes.
    public let uid: [UInt8]
    /// The tag's 24-bit counter at this tap. The tag increments the counter at every tap.
    public let counter: UInt32
    /// The decrypted bytes of the tag's file; nil if the URL contains no file data.
    public let file: [UInt8]?

    /// Returns whether this tap, or a later one, was seen before. Accept a tap only once.
    ///
    /// The MAC in a copied URL never expires; only the counter shows that the tap is old. Store the highest
    /// counter of each UID, and update it in the same transaction in which you check it.
    ///
    /// - Parameter highest: The highest counter seen with this UID; nil for the first tap.
    public func isReplay(after highest: UInt32?) -> Bool { highest.map { counter <= $0 } ?? false }
}
