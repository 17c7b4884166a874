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
