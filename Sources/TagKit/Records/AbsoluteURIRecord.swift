/// A URI that stands in the TYPE field. Source: NFC Forum NDEF 1.0 §3.2.6 (TNF 3); RFC 3986.
///
/// By the specification the URI names the payload's type; writers also use it to mean "open this". Both are here.
public struct AbsoluteURIRecord: Hashable, Sendable {
    /// The URI as it stands on the tag: UTF-8, 1 to 255 bytes; need not be a valid URI.
    public let uri: String
    /// The payload; mostly none.
    public var content: [UInt8]

    /// Makes an absolute URI record.
    ///
    /// - Throws: `badPayload` when the URI has no or more than 255 bytes.
    public init(_ uri: String, content: [UInt8] = []) throws(NDEFError) {
        try TypeName.checkCount(uri.utf8.count, "absolute URI")
        self.uri = uri
        self.content = content
    }

    init(type: [UInt8], payload: [UInt8]) throws(NDEFError) {
        guard let uri = UTF8Text.text(type[...]) else { throw .badPayload("the absolute URI is not UTF-8") }
        try self.init(uri, content: payload)
    }

    /// The record.
    public func record(id: [UInt8] = []) -> NDEFRecord {
        NDEFRecord(tnf: .absoluteURI, type: Array(uri.utf8), id: id, payload: content)
    }
}
