import ArgumentParser
import DataFolderKit
import Documents
import FailureKit
import TagDumps

/// `tapctl dump convert`: converts a tag dump file to another program's format.
struct DumpConvert: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "convert", abstract: "Convert a tag dump file to another program's format.",
        discussion: """
            EXAMPLES:
              tapctl dump convert amiibo.bin -o amiibo.nfc
              tapctl dump convert card.mfd --format mct > card.mct
              tapctl dump convert seat.nfc -o seat.mfd --lossy

            FORMATS:
            \(DumpFileFormat.help)

            The input format is detected from the content. If the new format would lose
            data, the command lists it and requires --lossy. Without -o, the new file is
            written to standard output.
            """)

    @Argument(help: "The file, or - for standard input.", completion: .file())
    var file: String

    @Option(help: ArgumentHelp("The new format. (default: the extension of -o)", valueName: "format"))
    var format: DumpFileFormat?

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("The new file, or - for standard output.", valueName: "path"), completion: .file())
    var path: String?

    @Flag(help: "Omit data that the format cannot store.")
    var lossy = false

    @Flag(help: "Replace an existing file.")
    var force = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if format == nil, DumpFileFormat(ending: path) == nil {
            throw ValidationError("Use --format, or -o with the format's file extension.")
        }
    }

    func run() async throws {
        let target = path == "-" ? nil : path
        if let target { try NewFile.refuseExisting([target], force: force) }
        let bytes = try Input.read(file)
        let name = file == "-" ? nil : file
        let image = try TagImage(reading: bytes, named: name)
        let format = (self.format ?? DumpFileFormat(path: path)).format
        if !lossy, format == .flipper, image.isUnknownProduct { throw CommandError.unknownProduct }
        let conversion = try image.converted(to: format)
        if !lossy, !conversion.losses.isEmpty { throw CommandError.lossy(format, conversion.losses) }
        if let target { try NewFile.write(conversion.contents, to: target, force: force) }
        if output.json {
            let from = try DumpFormat(of: bytes, named: name)
            try output.print(conversion.document(of: image, from: from, to: format, path: target), "")
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
        if format == .flipper, image.isUnknownProduct {
            Terminal.warn("a Flipper cannot read the file: the tag's product is unknown")
        }
    }
}

extension TagImage {
    /// Returns the product and the UID in one line, like the first line that the `tapctl tag` commands print.
    func headline(style: Style) -> String {
        let uid = uid.isEmpty ? "without a UID" : uidText(uid)
        return "\(style.bold(printable(product)))  \(uid)"
    }
}

extension CommandError {
    /// The error for a Flipper file of a Type 2 tag whose product is unknown. Its exit code is 77.
    fileprivate static var unknownProduct: CommandError {
        CommandError(
            .refused, code: "lossy", "a Flipper could not read the file: the tag's product is unknown",
            reason: "a Flipper file names the product, and neither the file nor its size indicates one",
            remedy: "use --lossy to write the file for tapctl only, or read the whole tag again")
    }

    /// Returns the error for a conversion that would lose data. Its exit code is 77.
    fileprivate static func lossy(_ format: DumpFormat, _ losses: [DumpLoss]) -> CommandError {
        CommandError(
            .refused, code: "lossy", "the format \(format.rawValue) cannot store all of the file's data",
            reason: losses.map { "lost: \($0.summary)" }.joined(separator: "\n"),
            remedy: format == .flipper
                ? "use --lossy to omit this data; no other format stores more"
                : "use the format `nfc`, which stores the most data, or --lossy to omit this data")
    }
}

extension DumpConversion {
    fileprivate func document(
        of image: TagImage, from: DumpFormat, to format: DumpFormat, path: String?
    ) -> JSONValue {
        [
            "object": "dump_conversion", "uid": uidText(image.uid).json,
            "product": image.product.json, "from": from.rawValue.json,
            "format": format.rawValue.json, "path": path.json, "bytes": contents.count.json,
            "lost": .array(
                losses.map { ["part": $0.part.rawValue.json, "message": $0.summary.json] }),
        ]
    }
}
