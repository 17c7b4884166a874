/// A record's decoded content, by record type.
///
/// Record types are compared byte for byte. Phones compare them in the same way.
public enum TypedRecord: Hashable, Sendable {
    /// TNF 0: an empty record, which has no type, id or payload.
    case empty
    /// Type `U`: a URI.
    case uri(URIRecord)
    /// Type `T`: text in one language.
    case text(TextRecord)
    /// Type `Sp`: a Smart Poster, which is a URI with titles, icons and a recommended action.
    case smartPoster(SmartPoster)
    /// TNF 2: content with a media type, such as `text/vcard`.
    case media(MediaRecord)
    /// TNF 3: a URI in the type field.
    case absoluteURI(AbsoluteURIRecord)
    /// Type `android.com:pkg`: an Android Application Record, which names an app for Android to open.
    case androidApplication(AndroidApplicationRecord)
    /// TNF 4: content of a type that an application defines.
    case external(ExternalRecord)
    /// Any other record, unchanged: a record of unknown type, or of a well-known type that is not supported.
    case other(NDEFRecord)

    /// Returns the encoded record.
    ///
    /// - Parameter id: The record's id, 0 to 255 bytes. Ignored for `empty`, which has no id, and for
    ///   `other`, whose record has its own.
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
    /// Decodes the record's content.
    ///
    /// - Parameters:
    ///   - limits: The limits for the message inside a Smart Poster and for the nesting of Smart Posters.
    ///   - offset: The record's offset in its message. It is used only in errors.
    /// - Throws: `badPayload` if the type or the payload violates the rules of a supported type. The record
    ///   itself is still well-formed, and its raw bytes can be used. For a Smart Poster, also
    ///   `limitExceeded`.
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

/// The rules for names in TYPE fields: US-ASCII, 1 to 255 bytes. Source: NFC Forum RTD 1.0 §3.3, §3.4; RFC
/// 2046.
enum TypeName {
    /// Returns `name` unchanged if it can be written to a TYPE field; otherwise throws an error. `what` is
    /// the noun for the name in the error's message, such as `media type`.
    static func checked(_ name: String, _ what: String) throws(NDEFError) -> String {
        guard name.utf8.allSatisfy({ $0 < 0x80 }) else { throw .badPayload("the \(what) is not US-ASCII") }
        try checkCount(name.utf8.count, what)
        return name
    }

    /// Returns the text in a TYPE field. Throws an error if the field does not contain 1 to 255 bytes of
    /// US-ASCII. `what` is the noun for the text in the error's message, such as `media type`.
    static func text(_ type: [UInt8], _ what: String) throws(NDEFError) -> String {
        try checkCount(type.count, what)
        guard type.allSatisfy({ $0 < 0x80 }) else { throw .badPayload("the \(what) is not US-ASCII") }
        return String(decoding: type, as: UTF8.self)
    }

    /// Checks that `count`, the length of a name in bytes, is in 1...255, so that it fits into the TYPE
    /// LENGTH byte. Throws `badPayload` if it is not. Source: NDEF 1.0 §3.2.3.
    static func checkCount(_ count: Int, _ what: String) throws(NDEFError) {
        guard (1...255).contains(count) else {
            throw .badPayload("the \(what) must have 1 to 255 bytes, not \(count)")
        }
    }
}

/// The content of a record with a URI in the TYPE field. Source: NFC Forum NDEF 1.0 §3.2.6 (TNF 3); RFC 3986.
///
/// According to the specification, the URI identifies the payload's type. Some writers use the URI as a link
/// to open instead. This type represents both uses.
public struct AbsoluteURIRecord: Hashable, Sendable {
    /// The URI exactly as it is on the tag: UTF-8, 1 to 255 bytes. It is not checked, so it can be invalid.
    public let uri: String
    /// The payload, which is usually empty.
    public var content: [UInt8]

    /// Creates the content of an absolute URI record.
    ///
    /// - Throws: `badPayload` if the URI is empty or has more than 255 bytes.
    public init(_ uri: String, content: [UInt8] = []) throws(NDEFError) {
        try TypeName.checkCount(uri.utf8.count, "absolute URI")
        self.uri = uri
        self.content = content
    }

    init(type: [UInt8], payload: [UInt8]) throws(NDEFError) {
        guard let uri = UTF8Text.text(type[...]) else { throw .badPayload("the absolute URI is not UTF-8") }
        try self.init(uri, content: payload)
    }

    /// Returns the encoded record.
    public func record(id: [UInt8] = []) -> NDEFRecord {
        NDEFRecord(tnf: .absoluteURI, type: Array(uri.utf8), id: id, payload: content)
    }
}

/// The content of an Android Application Record: the app that Android opens, or offers to install, after a
/// tap.
///
/// Source: Android's `NdefRecord.createApplicationRecord`: external type `android.com:pkg`, compared byte for
/// byte.
public struct AndroidApplicationRecord: Hashable, Sendable {
    static let type = Array("android.com:pkg".utf8)

    /// The app's package name, such as `com.example.giving`; not empty.
    public let package: String

    /// Creates the content of an Android Application Record.
    ///
    /// - Throws: `badPayload` if the package name is empty.
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

    /// Returns the encoded record.
    public func record(id: [UInt8] = []) -> NDEFRecord {
        NDEFRecord(tnf: .external, type: Self.type, id: id, payload: Array(package.utf8))
    }
}

/// The content of a record whose type is defined under a registered domain. Source: NFC Forum RTD 1.0 §2.2.
public struct ExternalRecord: Hashable, Sendable {
    /// The type: a domain and a name, such as `example.com:seat`. US-ASCII, 1 to 255 bytes, without the
    /// prefix `urn:nfc:ext:`.
    public let type: String
    /// The payload, in the format that the domain's owner defines.
    public var content: [UInt8]

    /// Creates the content of an external record.
    ///
    /// - Throws: `badPayload` if the type is not US-ASCII or does not have 1 to 255 bytes.
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

    /// Returns the encoded record.
    public func record(id: [UInt8] = []) -> NDEFRecord {
        NDEFRecord(tnf: .external, type: Array(type.utf8), id: id, payload: content)
    }
}

/// The content of a record whose type is a media type. Source: NFC Forum NDEF 1.0 §3.2.6 (TNF 2); RFC 2046.
public struct MediaRecord: Hashable, Sendable {
    /// The media type exactly as it is on the tag, such as `text/vcard`: US-ASCII, 1 to 255 bytes.
    public let mediaType: String
    /// The payload, in the format of the media type.
    public var content: [UInt8]

    /// Creates the content of a media record.
    ///
    /// - Throws: `badPayload` if the media type is not US-ASCII or does not have 1 to 255 bytes.
    public init(_ mediaType: String, content: [UInt8]) throws(NDEFError) {
        self.mediaType = try TypeName.checked(mediaType, "media type")
        self.content = content
    }

    init(type: [UInt8], payload: [UInt8]) throws(NDEFError) {
        mediaType = try TypeName.text(type, "media type")
        content = payload
    }

    /// Returns the encoded record.
    public func record(id: [UInt8] = []) -> NDEFRecord {
        NDEFRecord(tnf: .media, type: Array(mediaType.utf8), id: id, payload: content)
    }
}
