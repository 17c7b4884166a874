import ArgumentParser
import DataFolderKit
import Documents
import FailureKit
import TagDumps

/// `tapctl dump convert`: converts a file of a tag to another program's format.
struct DumpConvert: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "convert", abstract: "Write a file of a tag in another program's form.",
        discussion: """
            EXAMPLES:
              tapctl dump convert amiibo.bin -o amiibo.nfc
              tapctl dump convert card.mfd --format mct > card.mct
              tapctl dump convert seat.nfc -o seat.mfd --lossy

            FORMATS:
            \(DumpFileFormat.help)

            Every format is read, by its content. What the new one has no place for is
            named, and needs --lossy: a file that forgets is never made in silence. Without
            -o the file goes to standard output.
            """)

    @Argument(help: "The file, or - for standard input.", completion: .file())
    var file: String

    @Option(help: ArgumentHelp("The new format. (default: from -o's ending)", valueName: "format"))
    var format: DumpFileFormat?

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("The new file, or -.", valueName: "path"), completion: .file())
    var path: String?

    @Flag(help: "Leave out what the format has no place for.")
    var lossy = false

    @Flag(help: "Replace a file that is there already.")
    var force = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if format == nil, DumpFileFormat(ending: path) == nil {
            throw ValidationError("Give --format, or -o with an ending that says it.")
        }
    }

    func run() async throws {
        let target = path == "-" ? nil : path
        if let target { try NewFile.refuseExisting([target], force: force) }
        let bytes = try Input.read(file)
        let name = file == "-" ? nil : file
        let image = try TagImage(reading: bytes, named: name)
        let format = (self.format ?? DumpFileFormat(path: path)).format
        let conversion = try image.converted(to: format)
        if !lossy, !conversion.losses.isEmpty { throw CommandError.lossy(format, conversion.losses) }
        if let target { try NewFile.write(conversion.contents, to: target, force: force) }
        if output.json {
            let from = try DumpFormat(of: bytes, named: name)
            try output.print(conversion.document(of: image, from: from, to: format, path: target)) { _ in "" }
        } else if target == nil {
            try StandardStream.out.write(conversion.contents)
        } else {
            try output.print(nil) { style in
                "\(image.headline(style: style)) → \(printable(target ?? ""))"
            }
        }
        if !conversion.losses.isEmpty {
            Terminal.warn("left out: \(conversion.losses.map(\.summary).joined(separator: "; "))")
        }
    }
}

extension TagImage {
    /// Returns the product and the UID, like the first line of the `tag` commands.
    func headline(style: Style) -> String {
        let uid = uid.isEmpty ? "without a UID" : uidText(uid)
        return "\(style.bold(printable(product)))  \(uid)"
    }
}

extension CommandError {
    /// Returns the error for a conversion that would lose data: exit 77.
    fileprivate static func lossy(_ format: DumpFormat, _ losses: [DumpLoss]) -> CommandError {
        CommandError(
            .refused, code: "lossy", "the format \(format.rawValue) has no place for all of the file",
            reason: losses.map { "lost: \($0.summary)" }.joined(separator: "\n"),
            remedy: format == .flipper
                ? "leave it out with --lossy; no other format holds more"
                : "take the format `nfc`, which holds the most, or leave it out with --lossy")
    }
}

extension DumpConversion {
    fileprivate func document(
        of image: TagImage, from: DumpFormat, to format: DumpFormat, path: String?
    ) -> JSONValue {
        [
            "object": "dump_conversion", "uid": .string(uidText(image.uid)),
            "product": .string(image.product), "from": .string(from.rawValue),
            "format": .string(format.rawValue), "path": JSONValue(path), "bytes": .int(contents.count),
            "lost": .array(
                losses.map { ["part": .string($0.part.rawValue), "message": .string($0.summary)] }),
        ]
    }
}
