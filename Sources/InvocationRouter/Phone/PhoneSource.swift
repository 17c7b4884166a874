/// Where it is written what a phone does.
public enum PhoneSource: String, Hashable, Sendable, CaseIterable {
    case backgroundReading, controlCenter, universalLinks, appClips, experiences, clipUnavailable
    case tagDispatch, applicationRecords, appLinks, webIntents
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

    /// Where to read it.
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
