import ArgumentParser
import DataFolderKit
import Documents
import TagDumps
import TagKit

/// `tapctl tag dump`: saves all readable memory of a tag to a file.
struct TagDump: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "dump", abstract: "Read all of the tag into a file.",
        discussion: """
            EXAMPLES:
              tapctl tag dump -o seat.nfc
              tapctl tag dump --format eml
              tapctl tag dump --format mfd -o - | xxd

            FORMATS:
            \(DumpFileFormat.help)

            Without -o the file goes to standard output. Passwords and keys read as zeros.
            """)

    @Option(help: ArgumentHelp("The format. (default: from the file's name, else nfc)", valueName: "format"))
    var format: DumpFileFormat?

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("The file, or -.", valueName: "path"), completion: .file())
    var path: String?

    @Flag(help: "Replace a file that is there already.")
    var force = false

    @OptionGroup var reader: ReaderOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let target = path == "-" ? nil : path
        if let target { try NewFile.refuseExisting([target], force: force) }
        let snapshot = try await reader.inspect(.dump)
        let contents = try TagImage(snapshot).contents(as: (format ?? DumpFileFormat(path: target)).format)
        if let target { try NewFile.write(contents, to: target, force: force) }
        if output.json {
            try output.print(snapshot.dumpDocument(path: target)) { _ in "" }
        } else if target == nil {
            try StandardStream.out.write(contents)
        } else {
            try output.print(nil) { "\(snapshot.headline(style: $0)) → \(printable(target ?? ""))" }
        }
        Terminal.warn(of: snapshot.findings)
    }
}

extension TagSnapshot {
    fileprivate func dumpDocument(path: String?) -> JSONValue {
        [
            "object": "tag_dump", "uid": .string(uidText(tag.uid)), "product": .string(chip.product),
            "path": JSONValue(path), "memory": memory.document, "warnings": .array(findings.map(\.document)),
        ]
    }
}
