/// The content of a Smart Poster record: a URI with titles, icons and a recommended action. Source: NFC Forum
/// Smart Poster RTD 1.1.
public struct SmartPoster: Hashable, Sendable {
    static let type: [UInt8] = [0x53, 0x70]

    /// The URI. Every Smart Poster has exactly one (§3.3.1).
    public let uri: URIRecord
    /// The titles, each in a different language (§3.3.2).
    public let titles: [TextRecord]
    /// The action that the Smart Poster recommends for the URI (§3.3.3); nil if it recommends no action.
    public let action: Action?
    /// The size in bytes of the resource to which the URI points (§3.3.5); nil if the record does not specify
    /// it.
    public let sizeBytes: UInt32?
    /// The media type of the resource to which the URI points (§3.3.6); nil if the record does not specify
    /// it.
    public let mediaType: String?
    /// Pictures and videos to show, with media types `image/…` or `video/…` (§3.3.4).
    public let icons: [MediaRecord]
    /// All other records inside the Smart Poster, unchanged. Readers ignore them (§3.3).
    public let others: [NDEFRecord]

    /// The action that a Smart Poster recommends for its URI. Source: Smart Poster RTD 1.1 §3.3.3.
    public struct Action: RawRepresentable, Hashable, Sendable {
        /// The value of the action byte. The values 3 to 255 are reserved.
        public let rawValue: UInt8
        /// Creates an action from the value of its byte.
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// Open the URI right away: show the page, send the message, or start the call.
        public static let perform = Action(rawValue: 0)
        /// Save the URI for later, for example in the bookmarks, the inbox or the contacts.
        public static let save = Action(rawValue: 1)
        /// Open the resource for editing.
        public static let edit = Action(rawValue: 2)
    }

    /// Creates the content of a Smart Poster (`Sp`) record.
    ///
    /// - Throws: `badPayload` if an icon is neither a picture nor a video, or if a record in `others` would
    ///   be decoded as a URI, title, action, size, type or icon; the errors of ``NDEFMessage/encoded()`` if a
    ///   record cannot be encoded.
    public init(
        _ uri: URIRecord, titles: [TextRecord] = [], action: Action? = nil, sizeBytes: UInt32? = nil,
        mediaType: String? = nil, icons: [MediaRecord] = [], others: [NDEFRecord] = []
    ) throws(NDEFError) {
        var parts = SmartPosterParts(limits: .standard)
        for record in others { try parts.take(record) }
        guard parts.others == others else {
            throw .badPayload(
                "the other records must not include a URI, text, picture, action, size or type record: "
                    + "each of these has its own parameter"
            )
        }
        if !others.isEmpty { _ = try NDEFMessage(others).encoded() }
        if let picture = icons.first(where: { !$0.isPicture }) {
            throw .badPayload(
                "an icon must have a type such as image/png or video/mp4, not \(picture.mediaType)")
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

    /// Decodes the payload of an `Sp` record, which is itself an NDEF message.
    ///
    /// - Parameters:
    ///   - payload: The payload: a complete message.
    ///   - limits: The limits for the inner message. `nesting` is the maximum depth. This Smart Poster has
    ///     the depth 1.
    /// - Throws: `badPayload` if the payload is not a message, contains no URI or several URIs, contains
    ///   several actions, sizes or types, or contains a malformed record; `limitExceeded` if a limit is
    ///   exceeded.
    public init(payload: [UInt8], limits: NDEFLimits = .standard) throws(NDEFError) {
        guard limits.nesting > 0 else {
            throw NDEFError(
                .limitExceeded, expected: limits.nesting, found: limits.nesting + 1,
                detail: "nested Smart Posters")
        }
        var parts = SmartPosterParts(limits: limits)
        for record in try Self.records(payload, limits: limits) { try parts.take(record) }
        guard parts.uris.count == 1 else {
            throw .badPayload(
                "the Smart Poster must have exactly 1 URI record, not \(parts.uris.count)")
        }
        self.init(parts, uri: parts.uris[0])
    }

    private static func records(_ payload: [UInt8], limits: NDEFLimits) throws(NDEFError) -> [NDEFRecord] {
        do {
            return try NDEFMessage(decoding: payload, limits: limits).records
        } catch {
            guard error.code != .limitExceeded else { throw error }
            throw .badPayload("the message in the Smart Poster is malformed: \(error.reason)")
        }
    }

    /// Returns the encoded record. The records inside it are in this order: URI, titles, action, size, type,
    /// icons, others.
    public func record(id: [UInt8] = []) -> NDEFRecord {
        var records = [uri.record()]
        records += titles.map { $0.record() }
        typealias LocalType = SmartPosterParts.LocalType
        func append(_ type: [UInt8], _ payload: [UInt8]) {
            records.append(NDEFRecord(tnf: .wellKnown, type: type, payload: payload))
        }
        if let action { append(LocalType.action, [action.rawValue]) }
        if let sizeBytes { append(LocalType.size, withUnsafeBytes(of: sizeBytes.bigEndian, Array.init)) }
        if let mediaType { append(LocalType.mediaType, Array(mediaType.utf8)) }
        records += icons.map { $0.record() }
        records += others
        return NDEFRecord(
            tnf: .wellKnown, type: Self.type, id: id, payload: MessageEncoder(records).encodedUnchecked())
    }
}

/// The parts of a Smart Poster that have been decoded so far.
struct SmartPosterParts {
    /// The record types that are defined only inside a Smart Poster. Source: Smart Poster RTD 1.1 §3.3.
    enum LocalType {
        static let action = Array("act".utf8)
        static let size: [UInt8] = [0x73]
        static let mediaType: [UInt8] = [0x74]
    }

    let limits: NDEFLimits
    var uris: [URIRecord] = []
    var titles: [TextRecord] = []
    var action: SmartPoster.Action?
    var sizeBytes: UInt32?
    var mediaType: String?
    var icons: [MediaRecord] = []
    var others: [NDEFRecord] = []

    mutating func take(_ record: NDEFRecord) throws(NDEFError) {
        switch (record.tnf, record.type) {
        case (.wellKnown, LocalType.action): try takeAction(record.payload)
        case (.wellKnown, LocalType.size): try takeSize(record.payload)
        case (.wellKnown, LocalType.mediaType): try takeMediaType(record.payload)
        default: try takeContent(record)
        }
    }

    private mutating func takeContent(_ record: NDEFRecord) throws(NDEFError) {
        var inner = limits
        inner.nesting -= 1
        switch try record.decoded(limits: inner) {
        case .uri(let uri): uris.append(uri)
        case .text(let title): titles.append(title)
        case .media(let media) where media.isPicture: icons.append(media)
        default: others.append(record)
        }
    }

    private mutating func takeAction(_ payload: [UInt8]) throws(NDEFError) {
        guard action == nil else { throw .badPayload("the Smart Poster has several action records") }
        guard payload.count == 1 else {
            throw .badPayload("the action record must have exactly 1 byte, not \(payload.count)")
        }
        action = SmartPoster.Action(rawValue: payload[0])
    }

    private mutating func takeSize(_ payload: [UInt8]) throws(NDEFError) {
        guard sizeBytes == nil else { throw .badPayload("the Smart Poster has several size records") }
        guard payload.count == 4 else {
            throw .badPayload("the size record must have exactly 4 bytes, not \(payload.count)")
        }
        sizeBytes = UInt32(bytes: payload)
    }

    private mutating func takeMediaType(_ payload: [UInt8]) throws(NDEFError) {
        guard mediaType == nil else { throw .badPayload("the Smart Poster has several type records") }
        guard let text = UTF8Text.text(payload[...]) else {
            throw .badPayload("the type record is not UTF-8")
        }
        mediaType = text
    }
}

extension MediaRecord {
    /// Whether the record has the media type of an icon: a picture or a video. Source: Smart Poster RTD 1.1
    /// §3.3.4.
    var isPicture: Bool { mediaType.hasPrefix("image/") || mediaType.hasPrefix("video/") }
}
