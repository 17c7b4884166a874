import HTMLKit

/// What iOS shows above a page to open the App Clip.
///
/// Source: Apple, "Supporting invocations from your website and the Messages app": `app-clip-bundle-id`, `app-id`,
/// `app-clip-display=card` (iOS 15).
public struct ClipBanner: Hashable, Sendable {
    /// The clip's bundle identifier: letters, digits, hyphens and dots, so that no comma can stand in it.
    public var clipBundle: String
    /// The full app's number in the App Store; older devices are led there.
    public var appStoreID: UInt64?

    /// A banner for a clip.
    public init(clipBundle: String, appStoreID: UInt64?) {
        self.clipBundle = clipBundle
        self.appStoreID = appStoreID
    }

    var meta: HTML {
        let app = appStoreID.map { "app-id=\($0), " } ?? ""
        let content = "\(app)app-clip-bundle-id=\(clipBundle), app-clip-display=card"
        return "<meta name=\"apple-itunes-app\" content=\"\(content)\">"
    }
}
