import ArgumentParser
import Documents
import InvocationRouter

/// The apps that open the URLs of a host.
struct AppOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The full app's identifier.", valueName: "prefix.bundle"))
    var app: [String] = []

    @Option(help: ArgumentHelp("The App Clip's identifier.", valueName: "prefix.bundle"))
    var clip: [String] = []

    @Option(help: ArgumentHelp("The Android app's application id.", valueName: "package"))
    var package: String?

    @Option(
        help: ArgumentHelp(
            "The SHA-256 fingerprint of a certificate that signs the Android app.", valueName: "hex"))
    var fingerprint: [String] = []

    func validate() throws {
        for id in app + clip where AppIdentifier(id) == nil {
            throw ValidationError(
                "“\(printable(id))” is no app identifier: ten letters and digits, a dot, the bundle identifier."
            )
        }
        if let package, !AssetLinks.isPackage(package) {
            throw ValidationError("“\(printable(package))” is no application id.")
        }
        if (package == nil) != fingerprint.isEmpty {
            throw ValidationError("--package and --fingerprint belong together.")
        }
        for text in fingerprint where !AssetLinks.isFingerprint(text) {
            throw ValidationError("“\(printable(text))” is no SHA-256 fingerprint.")
        }
    }

    /// None is named.
    var isEmpty: Bool { app.isEmpty && clip.isEmpty && package == nil }

    /// The App Clips.
    var clips: [AppIdentifier] { clip.compactMap(AppIdentifier.init) }

    /// What stands in `apple-app-site-association`; nil where no app of Apple's is named.
    var appleAssociation: String? {
        app.isEmpty && clip.isEmpty
            ? nil : AppSiteAssociation.text(apps: app.compactMap(AppIdentifier.init), clips: clips)
    }

    /// What stands in `assetlinks.json`; nil where no Android app is named.
    var assetLinks: String? {
        package.map { AssetLinks.text(package: $0, fingerprints: fingerprint.map { $0.uppercased() }) }
    }

    /// The files of a site with these apps.
    var files: [(name: String, content: String)] {
        [(SiteFiles.appleName, appleAssociation), (SiteFiles.androidName, assetLinks)]
            .compactMap { name, content in content.map { (name, $0) } }
    }
}
