/// A phone's response to a tag or a URL, with the steps of the phone's decision.
public struct PhoneAnswer: Hashable, Sendable {
    /// The phone's final action.
    public let action: PhoneAction
    /// The steps of the phone's decision, in order. The last step explains the action.
    public let steps: [PhoneStep]
}

/// One step of a phone's decision.
public struct PhoneStep: Hashable, Sendable {
    /// A sentence that describes the phone's observation or action. The sentence is safe to print.
    public let sentence: String
    /// The source of the statement in ``sentence``.
    public let source: PhoneSource

    init(_ sentence: String, _ source: PhoneSource) {
        self.sentence = sentence.escapedForDisplay()
        self.source = source
    }
}

/// The sources of the statements about phones.
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
    /// Reports in Apple's developer forums about unavailable App Clips.
    case clipUnavailable
    /// Android's page about the tag dispatch system.
    case tagDispatch
    /// Android's page about Android Application Records.
    case applicationRecords
    /// Android's page about the verification of App Links.
    case appLinks
    /// Android's page about web intents in Android 12 and later.
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

    /// The document's web address.
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

/// A record on a tag, classified by how phones treat it.
public enum TappedRecord: Hashable, Sendable {
    /// A URI record: the well-known type `U`.
    case uri(String)
    /// A Smart Poster: the well-known type `Sp`, which contains a URI.
    case smartPoster(uri: String)
    /// An absolute URI record (TNF 3), whose type field contains the URI.
    case absoluteURI(String)
    /// An Android Application Record: the external type `android.com:pkg`.
    case androidApplication(package: String)
    /// A record of any other kind.
    case other

    /// The kind of record, as text for display.
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
