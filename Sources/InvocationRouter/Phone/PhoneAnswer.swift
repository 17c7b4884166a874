/// A phone's response to a tag or URL, with the reason for each step.
public struct PhoneAnswer: Hashable, Sendable {
    /// The final outcome.
    public let action: PhoneAction
    /// The steps in order. The last one decided the outcome.
    public let steps: [PhoneStep]
}

/// The possible outcomes of a tap.
public enum PhoneAction: Hashable, Sendable {
    /// Nothing visible happens.
    case nothing
    /// The full app opens with the URL.
    case app(id: String)
    /// The App Clip's card appears. `title` is empty if the experience has no title.
    case clipCard(clipID: String, title: String)
    /// The message “App Clip Unavailable” can appear instead of the clip's card.
    case clipUnavailable(clipID: String)
    /// The browser opens the URL.
    case browser(url: String)
    /// The phone asks whether to open the URL in the browser or in an app.
    case chooser(url: String)
    /// A system app opens the URL: mail, telephone or messages.
    case system(url: String)
    /// The app in an Android Application Record opens, without the URL.
    case appWithoutURL(id: String)
    /// The app store offers the app in an Android Application Record.
    case store(id: String)

    /// The stable code of the outcome, which programs compare.
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
    /// A complete sentence about the phone's observation or action, safe to print.
    public let sentence: String
    /// The source for `sentence`.
    public let source: PhoneSource

    init(_ sentence: String, _ source: PhoneSource) {
        self.sentence = sentence.escapedForDisplay()
        self.source = source
    }
}

/// The source of a statement about phones.
public enum PhoneSource: String, Sendable, CaseIterable {
    /// Apple's page about tags that an iPhone reads in the background.
    case backgroundReading
    /// Apple's page about the NFC tag reader in Control Center.
    case controlCenter
    /// Apple's page about universal links.
    case universalLinks
    /// Apple's page about the association of App Clips with a website.
    case appClips
    /// Apple's page about App Clip experiences.
    case experiences
    /// Reports about unavailable App Clips.
    case clipUnavailable
    /// Android's page about the tag dispatch system.
    case tagDispatch
    /// Android's page about Android Application Records.
    case applicationRecords
    /// Android's page about the verification of App Links.
    case appLinks
    /// Android's page about web intents since Android 12.
    case webIntents
    /// The URI standard, RFC 3986.
    case rfc3986

    /// The document's title.
    public var title: String {
        switch self {
        case .backgroundReading: "Apple, Adding Support for Background Tag Reading"
        case .controlCenter: "Apple, iPhone User Guide: Use and customize Control Center"
        case .universalLinks: "Apple, Supporting associated domains; applinks"
        case .appClips: "Apple, Associating your App Clip with your website"
        case .experiences: "Apple, Configuring App Clip experiences"
        case .clipUnavailable: "Apple Developer Forums, threads 803187 and 764545"
        case .tagDispatch: "Android, NFC basics: the tag dispatch system"
        case .applicationRecords: "Android, NFC basics: Android Application Records"
        case .appLinks: "Android, Verify Android App Links"
        case .webIntents: "Android 12, behavior changes: web intent resolution"
        case .rfc3986: "RFC 3986, section 3"
        }
    }

    /// The document's address.
    public var url: String {
        switch self {
        case .backgroundReading:
            "https://developer.apple.com/documentation/corenfc/adding-support-for-background-tag-reading"
        case .controlCenter:
            "https://support.apple.com/guide/iphone/use-and-customize-control-center-iph59095ec58/ios"
        case .universalLinks: "https://developer.apple.com/documentation/bundleresources/applinks"
        case .appClips:
            "https://developer.apple.com/documentation/appclip/associating-your-app-clip-with-your-website"
        case .experiences:
            "https://developer.apple.com/documentation/appclip/configuring-the-launch-experience-of-your-app-clip"
        case .clipUnavailable: "https://developer.apple.com/forums/thread/803187"
        case .tagDispatch: "https://developer.android.com/develop/connectivity/nfc/nfc#tag-dispatch"
        case .applicationRecords: "https://developer.android.com/develop/connectivity/nfc/nfc#aar"
        case .appLinks: "https://developer.android.com/training/app-links/verify-android-applinks"
        case .webIntents:
            "https://developer.android.com/about/versions/12/behavior-changes-all#web-intent-resolution"
        case .rfc3986: "https://www.rfc-editor.org/rfc/rfc3986#section-3"
        }
    }
}

/// The kinds of tag records that phones distinguish.
public enum TappedRecord: Hashable, Sendable {
    /// A URI record: TNF well-known, type `U`.
    case uri(String)
    /// A Smart Poster: TNF well-known, type `Sp`, with the URI inside it.
    case smartPoster(uri: String)
    /// A record with TNF absolute URI, whose type field is the URI.
    case absoluteURI(String)
    /// An Android Application Record, `android.com:pkg`.
    case androidApplication(package: String)
    /// Any other record.
    case other

    /// The human-readable name of the record's kind.
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
