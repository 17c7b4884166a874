package import InvocationRouter

/// The apps that can open the URLs of a host. Their identifiers are validated.
package struct SiteApps: Sendable {
    /// The app identifiers of the full apps.
    package let app: [String]
    /// The app identifiers of the App Clips.
    package let clip: [String]
    /// The application id of the Android app, or nil.
    package let package: String?
    /// The SHA-256 fingerprints of the certificates that sign the Android app.
    package let fingerprint: [String]

    package init(app: [String], clip: [String], package: String?, fingerprint: [String]) {
        self.app = app
        self.clip = clip
        self.package = package
        self.fingerprint = fingerprint
    }

    /// The parsed app identifiers of the App Clips.
    package var clips: [AppIdentifier] { clip.compactMap(AppIdentifier.init) }

    /// The content of `apple-app-site-association`; nil if no Apple app is configured.
    package var appleAssociation: String? {
        app.isEmpty && clip.isEmpty
            ? nil : AppSiteAssociation.text(apps: app.compactMap(AppIdentifier.init), clips: clips)
    }

    /// The content of `assetlinks.json`; nil if no Android app is configured.
    package var assetLinks: String? {
        package.map { AssetLinks.text(package: $0, fingerprints: fingerprint.map { $0.uppercased() }) }
    }
}
