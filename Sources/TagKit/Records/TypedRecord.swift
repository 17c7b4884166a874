/// What a record means, where its type is one that this package knows.
///
/// Types are compared byte for byte, as phones do.
public enum TypedRecord: Hashable, Sendable {
    /// TNF 0: nothing.
    case empty
    /// `U`: one URI.
    case uri(URIRecord)
    /// `T`: text in one language.
    case text(TextRecord)
    /// `Sp`: a URI with titles, icons and a recommended action.
    case smartPoster(SmartPoster)
    /// TNF 2: content of a media type.
    case media(MediaRecord)
    /// TNF 3: a URI that stands in the type.
    case absoluteURI(AbsoluteURIRecord)
    /// `android.com:pkg`: the app that Android shall open.
    case androidApplication(AndroidApplicationRecord)
    /// TNF 4: content of somebody's own type.
    case external(ExternalRecord)
    /// Any other record, as it is: other well-known types and records of unknown type.
    case other(NDEFRecord)

    /// The record that carries this.
    ///
    /// - Parameter id: 0 to 255 bytes. Not used for `other`, which has its own.
    public func record(id: [UInt8] = []) -> NDEFRecord {
        switch self {
        case .empty: NDEFRecord(tnf: .empty)
        case .uri(let content): content.record(id: id)
        case .text(let content): content.record(id: id)
        case .smartPoster(let content): content.record(id: id)
        case .media(let content): content.record(id: id)
        case .absoluteURI(let content): content.record(id: id)
        case .androidApplication(let content): content.record(id: id)
        case .external(let content): content.record(id: id)
        case .other(let record): record
        }
    }
}

extension NDEFRecord {
    /// What this record means.
    ///
    /// - Parameters:
    ///   - limits: Limits for the message inside a Smart Poster, and how deep Smart Posters may nest.
    ///   - offset: Where the record starts in its message, for errors.
    /// - Throws: `badPayload` when type or payload break the rules of a type that is known. The record itself
    ///   is still well-formed and can be used raw. Smart Posters also throw `limitExceeded`.
    public func decoded(
        limits: NDEFLimits = .standard, at offset: Int = 0
    ) throws(NDEFError) -> TypedRecord {
        do {
            switch tnf {
            case .empty: return .empty
            case .wellKnown where type == URIRecord.type: return .uri(try URIRecord(payload: payload))
            case .wellKnown where type == TextRecord.type: return .text(try TextRecord(payload: payload))
            case .wellKnown where type == SmartPoster.type:
                return .smartPoster(try SmartPoster(payload: payload, limits: limits))
            case .media: return .media(try MediaRecord(type: type, payload: payload))
            case .absoluteURI: return .absoluteURI(try AbsoluteURIRecord(type: type, payload: payload))
            case .external where type == AndroidApplicationRecord.type:
                return .androidApplication(try AndroidApplicationRecord(payload: payload))
            case .external: return .external(try ExternalRecord(type: type, payload: payload))
            case .wellKnown, .unknown, .unchanged, .reserved: return .other(self)
            }
        } catch {
            var error = error
            error.offset = offset
            throw error
        }
    }
}

/// The names in TYPE fields: US-ASCII, 1 to 255 bytes. Source: NFC Forum RTD 1.0 §3.3, §3.4; RFC 2046.
enum TypeName {
    /// `name` as it is, when it can stand in a TYPE field.
    static func checked(_ name: String, _ what: String) throws(NDEFError) -> String {
        guard name.utf8.allSatisfy({ $0 < 0x80 }) else { throw .badPayload("the \(what) is not US-ASCII") }
        try checkCount(name.utf8.count, what)
        return name
    }

    /// The text of a TYPE field.
    static func text(_ type: [UInt8], _ what: String) throws(NDEFError) -> String {
        try checkCount(type.count, what)
        guard type.allSatisfy({ $0 < 0x80 }) else { throw .badPayload("the \(what) is not US-ASCII") }
        return String(decoding: type, as: UTF8.self)
    }

    /// Refuses what is empty or does not fit the one length byte. Source: NDEF 1.0 §3.2.3.
    static func checkCount(_ count: Int, _ what: String) throws(NDEFError) {
        guard (1...255).contains(count) else {
            throw .badPayload("the \(what) has \(count) bytes, 1 to 255 are allowed")
        }
    }
}

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

/// The app that Android opens, or offers to install, when the tag is tapped.
///
/// Source: Android's `NdefRecord.createApplicationRecord`: external type `android.com:pkg`, compared byte for byte.
public struct AndroidApplicationRecord: Hashable, Sendable {
    static let type = Array("android.com:pkg".utf8)

    /// The app's package name, such as `com.example.giving`; at least one byte.
    public let package: String

    /// Makes an Android Application Record.
    ///
    /// - Throws: `badPayload` when the package name is empty.
    public init(package: String) throws(NDEFError) {
        guard !package.isEmpty else { throw .badPayload("the app's package name is empty") }
        self.package = package
    }

    init(payload: [UInt8]) throws(NDEFError) {
        guard let package = UTF8Text.text(payload[...]) else {
            throw .badPayload("the app's package name is not UTF-8")
        }
        try self.init(package: package)
    }

    /// The record.
    public func record(id: [UInt8] = []) -> NDEFRecord {
        NDEFRecord(tnf: .external, type: Self.type, id: id, payload: Array(package.utf8))
    }
}

/// Content of a type that somebody defined under their own domain. Source: NFC Forum RTD 1.0 §2.2.
public struct ExternalRecord: Hashable, Sendable {
    /// Domain and name, such as `example.com:seat`: US-ASCII, 1 to 255 bytes, without `urn:nfc:ext:`.
    public let type: String
    /// The content, in the form that the type's owner asks for.
    public var content: [UInt8]

    /// Makes an external record.
    ///
    /// - Throws: `badPayload` when the type is not US-ASCII of 1 to 255 bytes.
    public init(_ type: String, content: [UInt8]) throws(NDEFError) {
        self.type = try TypeName.checked(type, "external type")
        self.content = content
    }

    init(type: [UInt8], payload: [UInt8]) throws(NDEFError) {
        self.type = try TypeName.text(type, "external type")
        content = payload
    }

    /// The type's full name, such as `urn:nfc:ext:example.com:seat`.
    public var urn: String { "urn:nfc:ext:" + type }

    /// The record.
    public func record(id: [UInt8] = []) -> NDEFRecord {
        NDEFRecord(tnf: .external, type: Array(type.utf8), id: id, payload: content)
    }
}

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
