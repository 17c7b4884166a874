package import InvocationRouter

/// The apps that can open the URLs of a host, as validated texts.
package struct SiteApps: Sendable {
    /// The identifiers of the full apps.
    package let app: [String]
    /// The identifiers of the App Clips.
    package let clip: [String]
    /// The Android app's application id.
    package let package: String?
    /// The SHA-256 fingerprints of the certificates that sign the Android app.
    package let fingerprint: [String]

    package init(app: [String], clip: [String], package: String?, fingerprint: [String]) {
        self.app = app
        self.clip = clip
        self.package = package
        self.fingerprint = fingerprint
    }

    /// The App Clips.
    package var clips: [AppIdentifier] { clip.compactMap(AppIdentifier.init) }

    /// The content of `apple-app-site-association`; nil if no Apple app is named.
    package var appleAssociation: String? {
        app.isEmpty && clip.isEmpty
            ? nil : AppSiteAssociation.text(apps: app.compactMap(AppIdentifier.init), clips: clips)
    }

    /// The content of `assetlinks.json`; nil if no Android app is named.
    package var assetLinks: String? {
        package.map { AssetLinks.text(package: $0, fingerprints: fingerprint.map { $0.uppercased() }) }
    }
}
