/// The parts of a Smart Poster as they are met.
struct SmartPosterParts {
    /// The types that mean something only inside a Smart Poster. Source: Smart Poster RTD 1.1 §3.3.
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
            throw .badPayload("the action record has \(payload.count) bytes, exactly 1 is allowed")
        }
        action = SmartPoster.Action(rawValue: payload[0])
    }

    private mutating func takeSize(_ payload: [UInt8]) throws(NDEFError) {
        guard sizeBytes == nil else { throw .badPayload("the Smart Poster has several size records") }
        guard payload.count == 4 else {
            throw .badPayload("the size record has \(payload.count) bytes, exactly 4 are allowed")
        }
        sizeBytes = payload.reduce(0) { $0 << 8 | UInt32($1) }
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
    /// Whether this can be a Smart Poster's icon. Source: Smart Poster RTD 1.1 §3.3.4.
    var isPicture: Bool { mediaType.hasPrefix("image/") || mediaType.hasPrefix("video/") }
}
