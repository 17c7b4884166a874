/// Content of a media type. Source: NFC Forum NDEF 1.0 §3.2.6 (TNF 2); RFC 2046.
public struct MediaRecord: Hashable, Sendable {
    /// The media type as it stands on the tag, such as `text/vcard`: US-ASCII, 1 to 255 bytes.
    public let mediaType: String
    /// The content, in the form that the media type asks for.
    public var content: [UInt8]

    /// Makes a media record.
    ///
    /// - Throws: `badPayload` when the media type is not US-ASCII of 1 to 255 bytes.
    public init(_ mediaType: String, content: [UInt8]) throws(NDEFError) {
        self.mediaType = try TypeName.checked(mediaType, "media type")
        self.content = content
    }

    init(type: [UInt8], payload: [UInt8]) throws(NDEFError) {
        mediaType = try TypeName.text(type, "media type")
        content = payload
    }

    /// The record.
    public func record(id: [UInt8] = []) -> NDEFRecord {
        NDEFRecord(tnf: .media, type: Array(mediaType.utf8), id: id, payload: content)
    }
}
