import ArgumentParser
import DataFolderKit
import Documents
import FailureKit
import Foundation
import InvocationRouter

/// `tapctl site make`: the association files for an app, its App Clip and its Android app.
struct SiteMake: PrintsJSON {
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

    @OptionGroup var apps: AppOptions

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("Write into this folder.", valueName: "folder"),
        completion: .directory)
    var folder: String?

    @Flag(help: "Replace files that are there.")
    var force = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if apps.isEmpty { throw ValidationError("Give --app, --clip or --package.") }
    }

    func run() throws {
        let files = apps.files
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
