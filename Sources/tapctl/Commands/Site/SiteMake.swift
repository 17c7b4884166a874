import ArgumentParser
import Foundation
import InvocationRouter

/// `tapctl site make`: the association files for an app, its App Clip and its Android app.
struct SiteMake: ParsableCommand, PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "make", abstract: "Write the association files for an app and its App Clip.",
        discussion: """
            EXAMPLES:
              tapctl site make --app ABCDE12345.giving.tap.app \\
                  --clip ABCDE12345.giving.tap.app.Clip
              tapctl site make --app ABCDE12345.giving.tap.app -o public

            Gifts, payments, plans and managed tags open the app; the service's own pages
            stay in the browser. With --output they stand in FOLDER/.well-known.
            """)

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

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("Write into this folder.", valueName: "folder"),
        completion: .directory)
    var folder: String?

    @Flag(help: "Replace files that are there.")
    var force = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if app.isEmpty, clip.isEmpty, package == nil {
            throw ValidationError("Give --app, --clip or --package.")
        }
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

    func run() throws {
        let files = files
        if let folder { try write(files, into: folder) }
        let document: JSONValue = [
            "object": "site_files",
            "files": .array(
                files.map { ["name": .string($0.name), "content": .string($0.content)] }),
        ]
        try output.print(document) { style in
            if let folder {
                return files.map { "\(folder)/.well-known/\($0.name)" }.joined(separator: "\n")
            }
            return files.map { "\(style.bold($0.name))\n\($0.content)" }.joined(separator: "\n\n")
        }
    }

    /// The files that the options ask for.
    private var files: [(name: String, content: String)] {
        var files: [(name: String, content: String)] = []
        let (apps, clips) = (app.compactMap(AppIdentifier.init), clip.compactMap(AppIdentifier.init))
        if !apps.isEmpty || !clips.isEmpty {
            files.append((SiteFiles.appleName, AppSiteAssociation.text(apps: apps, clips: clips)))
        }
        if let package {
            let fingerprints = fingerprint.map { $0.uppercased() }
            files.append(
                (SiteFiles.androidName, AssetLinks.text(package: package, fingerprints: fingerprints)))
        }
        return files
    }

    private func write(_ files: [(name: String, content: String)], into folder: String) throws {
        let folder = "\(folder)/.well-known"
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw CommandError(
                .cannotCreate, code: "cannotCreate", "cannot make the folder \(folder)",
                reason: error.localizedDescription, remedy: "name another folder")
        }
        try NewFile.refuseExisting(files.map { "\(folder)/\($0.name)" }, force: force)
        for file in files {
            try NewFile.write(Array((file.content + "\n").utf8), to: "\(folder)/\(file.name)", force: force)
        }
    }
}
