import ArgumentParser
import DataFolderKit
import Documents
import Giving
import PDFDrawing

/// `tapctl receipt`: shows and lists receipts.
struct ReceiptCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "receipt", abstract: "List and show receipts.",
        subcommands: [ReceiptList.self, ReceiptShow.self, ReceiptSeriesList.self])
}

/// `tapctl receipt show`: shows a receipt as it was issued.
struct ReceiptShow: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a receipt.",
        discussion: """
            EXAMPLES:
              tapctl receipt show T-WoodlandsChurch-2026-000001
              tapctl receipt show gift_01jd3x0...               its latest receipt
              tapctl receipt show gift_01jd3x0... --output receipt.pdf

            Shows the receipt as it was issued, and whether it is void now. A number that
            begins with T- belongs to a test receipt. The extension of the --output file
            selects the format: .pdf, .html or .txt.
            """)

    @Argument(help: "The receipt's number, or a gift's id.")
    var name: String

    @Flag(help: "Print a complete HTML page.")
    var html = false

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("The file to write. (default: text on standard output)", valueName: "path"),
        completion: .file())
    var path: String?

    @Flag(help: "Replace an existing file.")
    var force = false

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if html, PaperFile.target(path) != nil { throw ValidationError("Use either --html or --output.") }
        if html, output.json { throw ValidationError("Use either --html or --json.") }
        try PaperFile.refuseUnknown(path, known: ["pdf", "html", "txt"])
    }

    func run() async throws {
        let path = PaperFile.target(path)
        if let path { try NewFile.refuseExisting([path], force: force) }
        let receipt = try await data.read { transaction in
            let number = ReceiptNumber(name)
            // Only the id of a gift contains an underscore.
            if number != nil || !name.contains("_") {
                guard let found = try number.flatMap(transaction.receipt) else {
                    throw GivingError(.notFound, "receipt \(name.prefix(100))")
                }
                return found
            }
            let gift = try transaction.knownGift(name)
            guard let found = try transaction.receipts(ofGift: gift.id).last else {
                throw GivingError(
                    .notFound, "receipt of \(gift.id)",
                    wanted: "the id belongs to a gift that \(gift.status.words)")
            }
            return found
        }
        let text = ReceiptText(receipt)
        if let path {
            let (file, missing) = try Self.file(of: text, for: path)
            try NewFile.write(file, to: path, force: force)
            let amount = receipt.total.shown
            try output.print(receipt.document) { _ in
                "\(printable(path))  \(receipt.number.text), \(amount)"
            }
            return MissingFonts.warn(of: missing)
        }
        guard !output.json else { return try output.print(receipt.document, "") }
        try StandardStream.out.write(html ? text.html : text.text)
    }

    /// Returns a receipt as a file, in the format that the path's extension determines.
    ///
    /// - Returns: The file's bytes, and the characters that a PDF file cannot show because no font on this
    ///   machine has them.
    private static func file(
        of text: ReceiptText, for path: String
    ) throws -> (bytes: [UInt8], missing: Set<Unicode.Scalar>) {
        switch PaperFile.ending(of: path) {
        case "pdf":
            let drawn = try text.drawnPDF()
            return (drawn.bytes, Set(drawn.charactersWithoutFont))
        case "html": return (Array(text.html.utf8), [])
        default: return (Array(text.text.utf8), [])
        }
    }
}
