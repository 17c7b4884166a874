/// A URI with titles, icons and a recommended action. Source: NFC Forum Smart Poster RTD 1.1.
public struct SmartPoster: Hashable, Sendable {
    static let type: [UInt8] = [0x53, 0x70]

    /// The URI; there is exactly one (§3.3.1).
    public let uri: URIRecord
    /// Titles, meant to be one a language (§3.3.2).
    public let titles: [TextRecord]
    /// What a device should do with the URI (§3.3.3).
    public let action: Action?
    /// The size in bytes of what the URI leads to (§3.3.5).
    public let sizeBytes: UInt32?
    /// The media type of what the URI leads to (§3.3.6): UTF-8.
    public let mediaType: String?
    /// Pictures and films to show, `image/…` or `video/…` (§3.3.4).
    public let icons: [MediaRecord]
    /// All other records, as they are; a reader passes over them (§3.3).
    public let others: [NDEFRecord]

    /// What a device should do with the URI. Source: Smart Poster RTD 1.1 §3.3.3.
    public struct Action: RawRepresentable, Hashable, Sendable {
        /// The byte on the tag; 3 to 255 are reserved.
        public let rawValue: UInt8
        /// An action from its byte.
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// Do it: open the page, send the message, start the call.
        public static let perform = Action(rawValue: 0)
        /// Save it for later: bookmark, inbox, contacts.
        public static let save = Action(rawValue: 1)
        /// Open it for editing.
        public static let edit = Action(rawValue: 2)
    }

    /// Makes the content of an `Sp` record.
    ///
    /// - Throws: `badPayload` when one of `others` would be read back as one of the other parts, and what
    ///   ``NDEFMessage/encoded()`` throws when one of them cannot be encoded.
    public init(
        _ uri: URIRecord, titles: [TextRecord] = [], action: Action? = nil, sizeBytes: UInt32? = nil,
        mediaType: String? = nil, icons: [MediaRecord] = [], others: [NDEFRecord] = []
    ) throws(NDEFError) {
        var parts = SmartPosterParts(limits: .standard)
        for record in others { try parts.take(record) }
        guard parts.others == others else {
            throw .badPayload("a URI, text, picture, action, size or type record stands among the others")
        }
        if !others.isEmpty { _ = try NDEFMessage(others).encoded() }
        if let picture = icons.first(where: { !$0.isPicture }) {
            throw .badPayload("an icon is image/… or video/…, not \(picture.mediaType)")
        }
        parts.uris = [uri]
        parts.titles = titles
        parts.action = action
        parts.sizeBytes = sizeBytes
        parts.mediaType = mediaType
        parts.icons = icons
        self.init(parts, uri: uri)
    }

    init(_ parts: SmartPosterParts, uri: URIRecord) {
        self.uri = uri
        titles = parts.titles
        action = parts.action
        sizeBytes = parts.sizeBytes
        mediaType = parts.mediaType
        icons = parts.icons
        others = parts.others
    }
}
