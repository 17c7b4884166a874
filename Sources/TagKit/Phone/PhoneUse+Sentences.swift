import TextKit

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
        case .incompleteURI(let uri): "the URI \(Self.shown(uri)) \(Self.control(in: uri) ?? "is incomplete")"
        case .noHost(let uri): "the URI \(Self.shown(uri)) \(Self.control(in: uri) ?? "has no valid host")"
        case .emptyContent: "the first record has no content"
        case .needsApp(let name): "\(Self.shown(name)) requires an app that supports it"
        case .noApp: "the application record does not identify an app"
        case .unknownType: "the first record has a type that phones do not recognize"
        case .noURIRecord: "the message has no URI record, which an iPhone requires"
        }
    }

    /// Returns a clause that names the first control character in the URI; nil if the URI has no such
    /// character.
    ///
    /// A URI record must not contain such characters. Source: NFC Forum URI RTD 1.0 §3.2.3.
    private static func control(in uri: String) -> String? {
        uri.utf8.first { $0 < 0x20 || $0 == 0x7F }
            .map { "contains the control character U+00" + Hex.upper([$0]) }
    }

    /// Returns a string from the tag, in quotation marks and shortened to 64 characters. Each character that
    /// is not printable ASCII is escaped, as in `\u{a}`.
    private static func shown(_ text: String) -> String {
        let scalars = text.unicodeScalars
        let start = scalars.prefix(64).map {
            (0x20...0x7E).contains($0.value) ? String($0) : "\\u{\(String($0.value, radix: 16))}"
        }
        return "\"\(start.joined())\(scalars.count > 64 ? "…" : "")\""
    }
}
