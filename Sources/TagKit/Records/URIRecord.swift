/// A URI. Source: NFC Forum URI RTD 1.0.
public struct URIRecord: Hashable, Sendable {
    static let typeByte: UInt8 = 0x55
    static let type: [UInt8] = [0x55]

    /// The whole URI, its prefix written out; text as it stands on the tag, which need not be a valid URI.
    public var uri: String

    /// Makes the content of a `U` record.
    public init(_ uri: String) { self.uri = uri }

    /// Reads a `U` record's payload: a prefix code and the rest in UTF-8.
    ///
    /// The codes 36 to 255, reserved, are read as 0: no prefix (URI RTD 1.0 §3.2.2).
    ///
    /// - Throws: `badPayload` when there is no code or the rest is not UTF-8.
    public init(payload: [UInt8]) throws(NDEFError) {
        guard let code = payload.first else { throw .badPayload("the URI record has no prefix code") }
        let uri = payload.withUnsafeBufferPointer {
            UTF8Text.text(prefix: URIPrefix.text(code), UnsafeBufferPointer(rebasing: $0[1...]))
        }
        guard let uri else { throw .badPayload("the URI is not UTF-8") }
        self.uri = uri
    }

    /// The record, with the code of the longest prefix that the URI starts with; it reads back with a scheme in lower
    /// case.
    public func record(id: [UInt8] = []) -> NDEFRecord {
        let payload =
            uri.utf8.withContiguousStorageIfAvailable(Self.payload)
            ?? Array(uri.utf8).withUnsafeBufferPointer(Self.payload)
        return NDEFRecord(tnf: .wellKnown, type: Self.type, id: id, payload: payload)
    }

    private static func payload(_ octets: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        let (code, prefixCount) = URIPrefix.longest(in: octets)
        return [UInt8].filled(1 + octets.count - prefixCount) { buffer in
            buffer.initializeElement(at: 0, to: code)
            _ = buffer[1...].initialize(fromContentsOf: octets[prefixCount...])
        }
    }
}
