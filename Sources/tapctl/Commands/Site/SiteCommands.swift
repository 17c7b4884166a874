import ArgumentParser
import DataFolderKit
import Documents
import FailureKit
import Foundation
import InvocationRouter

/// `tapctl site`: checks and creates the files that associate a host with its apps.
struct SiteCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "site", abstract: "Create and check the files that link a host to its apps.",
        subcommands: [SiteCheck.self, SiteMake.self])
}

/// `tapctl site check`: checks association files, and shows which app opens which URL.
struct SiteCheck: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check association files, and show which app opens a URL.",
        discussion: """
            EXAMPLES:
              tapctl site check public
              tapctl site check apple-app-site-association --json
              tapctl site check public --url "https://appclip.tap.giving/Grace?r=1"
              tapctl site check public --url https://appclip.tap.giving/Grace \\
                  --experience https://appclip.tap.giving
              tapctl site check https://appclip.tap.giving

            In a folder, checks apple-app-site-association and assetlinks.json, both in the
            folder itself and in .well-known. With https:// and a host, fetches both files
            as Apple's and Google's servers do: over HTTPS with a valid certificate, status
            200, application/json, no redirect, no cookies, at most 128 KiB in 10 seconds.
            Exits with 1 if there is an error, with 75 if there is no network, and
            otherwise with 0, even if there are warnings.
            """)

    @Argument(help: "A file, a folder, or https:// and a host.", completion: .file())
    var path: String

    @Option(help: "Show which app opens this URL; can be repeated.")
    var url: [String] = []

    @Option(
        help: ArgumentHelp(
            "The URL of a registered advanced App Clip experience; can be repeated.",
            valueName: "url"
        ))
    var experience: [String] = []

    @OptionGroup var options: ProbeOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if options.ca != nil || options.connect != nil, !SiteHost.isAddress(path) {
            throw ValidationError("--ca and --connect require https:// and a host.")
        }
    }

    func run() async throws {
        if SiteHost.isAddress(path) {
            let host = try await SiteHost(
                path, urls: url, experiences: experience, probe: try options.probe())
            try output.print(host)
            if host.isUnknown { throw ExitCode.tryAgain }
            if !host.isGood { throw ExitCode.no }
            return
        }
        let files: SiteFiles
        do {
            files = try SiteFiles(path)
        } catch let error as CommandError
            where error.code == "fileNotFound" && path.contains(".") && !path.hasPrefix(".")
        {
            let host = path.split(separator: "/").last ?? ""
            throw error.remedied(by: "check the path, or write the host as https://\(host)")
        }
        let report = SiteReport(files, urls: url, experiences: experience)
        try output.print(report)
        if !report.isGood { throw ExitCode.no }
    }
}

/// `tapctl site make`: creates the association files for an iOS app, its App Clip and an Android app.
struct SiteMake: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "make", abstract: "Write the association files for an app and its App Clip.",
        discussion: """
            EXAMPLES:
              tapctl site make --app ABCDE12345.giving.tap.app \\
                  --clip ABCDE12345.giving.tap.app.Clip
              tapctl site make --app ABCDE12345.giving.tap.app -o public

            URLs of gifts, payments, plans and managed tags open the app; the service's own
            pages stay in the browser. With --output, files are written to
            FOLDER/.well-known.
            """)

    @OptionGroup var apps: AppOptions

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("Write into this folder.", valueName: "folder"),
        completion: .directory)
    var folder: String?

    @Flag(help: "Replace existing files.")
    var force = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if apps.isEmpty { throw ValidationError("Use at least one of --app, --clip and --package.") }
    }

    func run() async throws {
        let files = apps.files
        if let folder { try write(files, into: folder) }
        let document: JSONValue = [
            "object": "site_files",
            "files": .array(
                files.map { ["name": $0.name.json, "content": $0.content.json] }),
        ]
        try output.print(document) { style in
            if let folder {
                return files.map { "\(folder)/.well-known/\($0.name)" }.joined(separator: "\n")
            }
            return files.map { "\(style.bold($0.name))\n\($0.content)" }.joined(separator: "\n\n")
        }
    }

    private func write(_ files: [(name: String, content: String)], into folder: String) throws {
        let folder = "\(folder)/.well-known"
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw CommandError(
                .cannotCreate, code: "cannotCreate", "cannot create the folder \(folder)",
                reason: error.localizedDescription, remedy: "use another folder")
        }
        try NewFile.refuseExisting(files.map { "\(folder)/\($0.name)" }, force: force)
        for file in files {
            try NewFile.write(Array((file.content + "\n").utf8), to: "\(folder)/\(file.name)", force: force)
        }
    }
}
