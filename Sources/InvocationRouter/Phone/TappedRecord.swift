/// A record of a tag, as far as phones tell records apart.
public enum TappedRecord: Hashable, Sendable {
    /// TNF well-known, type `U`: a URI.
    case uri(String)
    /// TNF well-known, type `Sp`: a Smart Poster, with the URI inside it.
    case smartPoster(uri: String)
    /// TNF absolute URI: a URI that stands in the type.
    case absoluteURI(String)
    /// `android.com:pkg`: an Android Application Record.
    case androidApplication(package: String)
    /// Anything else.
    case other

    /// What it is, for people.
    var name: String {
        switch self {
        case .uri: "a URI record"
        case .smartPoster: "a Smart Poster"
        case .absoluteURI: "an absolute URI record"
        case .androidApplication: "an Android Application Record"
        case .other: "a record without a URI"
        }
    }
}
