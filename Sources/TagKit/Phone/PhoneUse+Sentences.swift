extension PhoneUse {
    /// The reason why no phone can use the message: one or two sentences without a full stop. Empty if a
    /// phone can.
    public var reason: String {
        guard !isUsable, let iPhone = iPhone.obstacle, let android = android.obstacle else { return "" }
        // An iPhone's obstacle adds nothing if it is only the missing URI record.
        guard iPhone != android, iPhone != .noURIRecord else { return android.summary }
        return "iPhone: \(iPhone.summary); Android: \(android.summary)"
    }

    /// The kinds of phones that do nothing with a message that others can use, with their reasons.
    public var warnings: [(phone: Phone, summary: String)] {
        guard isUsable else { return [] }
        return Phone.allCases.compactMap { phone in
            self[phone].obstacle.map { (phone, "\(phone.plural) do nothing with it: \($0.summary)") }
        }
    }
}

extension PhoneUse.Phone {
    /// The plural for messages: `iPhones`, `Android phones`.
    public var plural: String {
        switch self {
        case .iPhone: "iPhones"
        case .android: "Android phones"
        }
    }
}

extension PhoneUse.Obstacle {
    /// A description for people: one sentence without a full stop.
    public var summary: String {
        switch self {
        case .noMessage: "it holds no message that a phone can read"
        case .emptyMessage: "its message is empty"
        case .malformedMessage(let error): "its message breaks the rules of NDEF: \(error.summary)"
        case .closedContainer: "its capability container does not let phones read it"
        case .emptyRecord: "it begins with an empty record, as apps write it to erase a tag"
        case .malformedRecord(let error): "its record is malformed: \(error.reason)"
        case .noScheme: "its URI has no scheme such as https:"
        case .incompleteURI(""): "its URI is empty"
        case .incompleteURI(let uri): "its URI \(Self.shown(uri)) is incomplete"
        case .noHost(let uri): "its URI \(Self.shown(uri)) has no valid host"
        case .emptyContent: "its first record has no content"
        case .needsApp(let name): "\(Self.shown(name)) needs an app that was made for it"
        case .noApp: "its application record names no app"
        case .unknownType: "its first record has a type that phones do not know"
        case .noURIRecord: "an iPhone needs a URI record, and there is none"
        }
    }

    /// Quotes a text from the tag: its first 64 characters, with `?` for all but printable ASCII.
    private static func shown(_ text: String) -> String {
        let scalars = text.unicodeScalars
        let start = scalars.prefix(64).map { (0x20...0x7E).contains($0.value) ? Character($0) : "?" }
        return "\u{201C}\(String(start))\(scalars.count > 64 ? "…" : "")\u{201D}"
    }
}
