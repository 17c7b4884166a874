/// A URI. Source: NFC Forum URI RTD 1.0.
public struct URIRecord: Hashable, Sendable {
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
        guard let uri = UTF8Text.text(prefix: URIPrefix.text(code), payload[1...]) else {
            throw .badPayload("the URI is not UTF-8")
        }
        self.uri = uri
    }

    /// The record, with the code of the longest prefix that the URI starts with.
    public func record(id: [UInt8] = []) -> NDEFRecord {
        let (code, prefixCount) = URIPrefix.longest(in: uri)
        var payload: [UInt8] = []
        payload.reserveCapacity(1 + uri.utf8.count - prefixCount)
        payload.append(code)
        payload.append(contentsOf: uri.utf8.dropFirst(prefixCount))
        return NDEFRecord(tnf: .wellKnown, type: Self.type, id: id, payload: payload)
    }
}
