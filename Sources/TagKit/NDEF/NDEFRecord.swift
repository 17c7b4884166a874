/// One NDEF record: a type, an optional id and a payload, whole (chunks are joined).
///
/// Source: NFC Forum NDEF 1.0 §3.
public struct NDEFRecord: Hashable, Sendable {
    /// How `type` is to be read.
    public var tnf: TNF
    /// 0 to 255 bytes.
    public var type: [UInt8]
    /// 0 to 255 bytes; no bytes and no id are the same.
    public var id: [UInt8]
    /// 0 to 2³² − 1 bytes.
    public var payload: [UInt8]

    /// Makes a record from its parts; ``NDEFMessage/encoded()`` refuses parts that do not fit together.
    public init(tnf: TNF, type: [UInt8] = [], id: [UInt8] = [], payload: [UInt8] = []) {
        self.tnf = tnf
        self.type = type
        self.id = id
        self.payload = payload
    }
}

/// Type name format: what kind of name a record's type is. Source: NFC Forum NDEF 1.0 §3.2.6.
public enum TNF: UInt8, Sendable, CaseIterable {
    /// No type, no id, no payload.
    case empty = 0
    /// A type of an NFC Forum RTD, such as `U` or `Sp`.
    case wellKnown = 1
    /// A media type as in RFC 2046, such as `text/vcard`.
    case media = 2
    /// The type is itself a URI as in RFC 3986.
    case absoluteURI = 3
    /// A type of somebody's own domain, such as `android.com:pkg`.
    case external = 4
    /// A payload of unknown type; there is no type.
    case unknown = 5
    /// Only in later chunks of a chunked record.
    case unchanged = 6
    /// Not to be used.
    case reserved = 7

    /// What is wrong with a whole record of this TNF that has parts of these sizes; nil when it is legal.
    func flaw(typeCount: Int, idCount: Int, payloadCount: Int) -> NDEFError.Code? {
        switch self {
        case .empty: typeCount | idCount | payloadCount == 0 ? nil : .nonEmptyEmptyRecord
        case .wellKnown, .media, .absoluteURI, .external: typeCount > 0 ? nil : .missingType
        case .unknown: typeCount == 0 ? nil : .typeOnUnknown
        case .unchanged: .unchangedOutsideChunk
        case .reserved: .reservedTNF
        }
    }
}
