/// One complete NDEF record: a type, an optional id and a payload. Chunks are joined.
///
/// Source: NFC Forum NDEF 1.0 §3.
public struct NDEFRecord: Hashable, Sendable {
    /// The type name format, which defines how to read `type`.
    public var tnf: TNF
    /// The record's type, 0 to 255 bytes.
    public var type: [UInt8]
    /// The record's id, 0 to 255 bytes. An empty id is the same as no id.
    public var id: [UInt8]
    /// The record's payload, 0 to 2³² − 1 bytes.
    public var payload: [UInt8]

    /// Creates a record without checking it. ``NDEFMessage/encoded()`` throws an error if the parts
    /// contradict each other.
    public init(tnf: TNF, type: [UInt8] = [], id: [UInt8] = [], payload: [UInt8] = []) {
        self.tnf = tnf
        self.type = type
        self.id = id
        self.payload = payload
    }
}

/// The type name format (TNF), which defines how to read a record's type. Source: NFC Forum NDEF 1.0 §3.2.6.
public enum TNF: UInt8, Sendable, CaseIterable {
    /// An empty record, which has no type, id or payload.
    case empty = 0
    /// An NFC Forum well-known type, which a Record Type Definition (RTD) defines, such as `U` or `Sp`.
    case wellKnown = 1
    /// A media type as defined by RFC 2046, such as `text/vcard`.
    case media = 2
    /// An absolute URI as defined by RFC 3986, in the type field.
    case absoluteURI = 3
    /// An NFC Forum external type: a name under a registered domain, such as `android.com:pkg`.
    case external = 4
    /// A payload of unknown type. The type field is empty.
    case unknown = 5
    /// A chunk of a chunked record, other than the first one.
    case unchanged = 6
    /// A value that NDEF 1.0 reserves. Writers must not use it.
    case reserved = 7

    /// Checks a record that has this TNF and parts with these sizes in bytes. Returns the error code for the
    /// violated rule; nil if the record is valid.
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
