import ArgumentParser
import Documents
import InvocationRouter
import SiteService

/// The options for the apps that open a host's URLs.
struct AppOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The full app's identifier; can be repeated.", valueName: "prefix.bundle"))
    var app: [String] = []

    @Option(help: ArgumentHelp("The App Clip's identifier; can be repeated.", valueName: "prefix.bundle"))
    var clip: [String] = []

    @Option(help: ArgumentHelp("The Android app's application id.", valueName: "package"))
    var package: String?

    @Option(
        help: ArgumentHelp(
            "The SHA-256 fingerprint of a certificate that signs the Android app; can be repeated.",
            valueName: "hex"))
    var fingerprint: [String] = []

    func validate() throws {
        for id in app + clip where AppIdentifier(id) == nil {
            throw ValidationError(
                "\"\(printable(id))\" is not an app identifier. Use ten letters or digits, a dot, and the bundle identifier."
            )
        }
        if let package, !AssetLinks.isPackage(package) {
            throw ValidationError(
                "\"\(printable(package))\" is not an application id. Use an id such as com.example.app.")
        }
        if (package == nil) != fingerprint.isEmpty {
            throw ValidationError("--package and --fingerprint must be used together.")
        }
        for text in fingerprint where !AssetLinks.isFingerprint(text) {
            throw ValidationError(
                "\"\(printable(text))\" is not a SHA-256 fingerprint. Use 32 bytes in hex, separated by colons."
            )
        }
    }

    /// Whether no app, App Clip or Android package is given.
    var isEmpty: Bool { app.isEmpty && clip.isEmpty && package == nil }

    /// The names and contents of the association files for the given apps.
    var files: [(name: String, content: String)] {
        let apps = SiteApps(app: app, clip: clip, package: package, fingerprint: fingerprint)
        return [(SiteFiles.appleName, apps.appleAssociation), (SiteFiles.androidName, apps.assetLinks)]
            .compactMap { name, content in content.map { (name, $0) } }
    }
}
