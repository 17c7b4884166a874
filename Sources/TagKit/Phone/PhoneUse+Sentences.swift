extension PhoneUse.Phone {
    /// The plural of the phone's name in messages: `iPhones`, `Android phones`.
    public var plural: String {
        switch self {
        case .iPhone: "iPhones"
        case .android: "Android phones"
        }
    }
}

extension PhoneUse.Obstacle {
    /// A human-readable description: one sentence without a period.
    public var summary: String {
        switch self {
        case .noMessage: "the tag contains no message that a phone can read"
        case .emptyMessage: "the message is empty"
        case .malformedMessage(let error): "the message violates the rules of NDEF: \(error.summary)"
        case .closedContainer: "the capability container does not let phones read the message"
        case .emptyRecord: "the message begins with an empty record, which apps write to erase a tag"
        case .malformedRecord(let error): "the record is malformed: \(error.reason)"
        case .noScheme: "the URI does not begin with a scheme such as https:"
        case .incompleteURI(""): "the URI is empty"
        case .incompleteURI(let uri): "the URI \(Self.shown(uri)) is incomplete"
        case .noHost(let uri): "the URI \(Self.shown(uri)) has no valid host"
        case .emptyContent: "the first record has no content"
        case .needsApp(let name): "\(Self.shown(name)) requires an app that supports it"
        case .noApp: "the application record does not identify an app"
        case .unknownType: "the first record has a type that phones do not recognize"
        case .noURIRecord: "the message has no URI record, which an iPhone requires"
        }
    }

    /// Returns a string from the tag, in quotation marks and shortened to 64 characters. `?` replaces each
    /// character that is not printable ASCII.
    private static func shown(_ text: String) -> String {
        let scalars = text.unicodeScalars
        let start = scalars.prefix(64).map { (0x20...0x7E).contains($0.value) ? Character($0) : "?" }
        return "\"\(String(start))\(scalars.count > 64 ? "…" : "")\""
    }
}
