import ArgumentParser
import DataFolderKit
import Documents
import TagDumps
import TagKit

/// `tapctl tag dump`: saves all readable memory of a tag to a file.
struct TagDump: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "dump", abstract: "Save the whole memory of the tag to a file.",
        discussion: """
            EXAMPLES:
              tapctl tag dump -o seat.nfc
              tapctl tag dump --format eml
              tapctl tag dump --format mfd -o - | xxd

            FORMATS:
            \(DumpFileFormat.help)

            Without -o, the file is written to standard output. Passwords and keys are
            written as zeros.
            """)

    @Option(help: ArgumentHelp("The format. (default: from the file's name, else nfc)", valueName: "format"))
    var format: DumpFileFormat?

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("The file to write, or - for standard output.", valueName: "path"),
        completion: .file())
    var path: String?

    @Flag(help: "Replace an existing file.")
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
            try output.print(snapshot.dumpDocument(path: target), "")
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
            "object": "tag_dump", "uid": uidText(tag.uid).json, "product": chip.product.json,
            "path": path.json, "memory": memory.document, "warnings": .array(findings.map(\.document)),
        ]
    }
}

extension TagImage {
    /// Creates a dump image from the memory that was read from a tag.
    init(_ snapshot: TagSnapshot) {
        switch snapshot.memory {
        case .pages(let pages): self.init(typeTwoPages: pages, version: snapshot.version)
        case .blocks(let blocks):
            self.init(
                classicBlocks: blocks.map { $0?.map(Optional.some) ?? Array(repeating: nil, count: 16) })
        case .files(let container, let ndef):
            var files = [TypeFourFile(id: 0xE103, bytes: container)]
            if let parsed = snapshot.container { files.append(TypeFourFile(id: parsed.fileID, bytes: ndef)) }
            self.init(product: snapshot.chip.product, uid: snapshot.tag.uid, memory: .files(files))
        }
        uid = snapshot.tag.uid
        atqa = snapshot.tag.atqa
        sak = snapshot.tag.sak
        ats = snapshot.tag.ats
        version = snapshot.version
    }
}
