/// What a phone does, and why, step by step.
public struct PhoneAnswer: Hashable, Sendable {
    /// What happens in the end.
    public let action: PhoneAction
    /// How it came to that, in order; the last step is the one that decided.
    public let steps: [PhoneStep]
}

/// What happens in the end.
public enum PhoneAction: Hashable, Sendable {
    /// Nothing that a giver would see.
    case nothing
    /// The full app opens with the URL.
    case app(id: String)
    /// The App Clip's card appears; `title` is empty where the experience has none.
    case clipCard(clipID: String, title: String)
    /// The message “App Clip Unavailable” can appear instead of the clip's card.
    case clipUnavailable(clipID: String)
    /// The browser opens the URL.
    case browser(url: String)
    /// The phone asks if the browser or an app opens the URL.
    case chooser(url: String)
    /// An app of the system takes the URL: mail, telephone, messages.
    case system(url: String)
    /// The app that an Android Application Record names opens, without the URL.
    case appWithoutURL(id: String)
    /// The store offers the app that an Android Application Record names.
    case store(id: String)

    /// The stable name that programs compare.
    public var code: String {
        switch self {
        case .nothing: "nothing"
        case .app: "app"
        case .clipCard: "clipCard"
        case .clipUnavailable: "clipUnavailable"
        case .browser: "browser"
        case .chooser: "chooser"
        case .system: "system"
        case .appWithoutURL: "appWithoutURL"
        case .store: "store"
        }
    }
}

/// One step of a phone's decision.
public struct PhoneStep: Hashable, Sendable {
    /// What the phone found or did, a whole sentence, safe to print.
    public let sentence: String
    /// Where it is written that it does.
    public let source: PhoneSource

    init(_ sentence: String, _ source: PhoneSource) {
        self.sentence = sentence.escapedForDisplay()
        self.source = source
    }
}
