import ArgumentParser
import DataFolderKit
import Documents
import Giving

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
              tapctl receipt show gift_01jd3x0...               its valid receipt
              tapctl receipt show gift_01jd3x0... --html > receipt.html

            Shows the receipt as it was issued, and whether it is void now. Numbers that
            begin with T- are test receipts.
            """)

    @Argument(help: "The receipt's number, or a gift's id.")
    var name: String

    @Flag(help: "Print a complete HTML page.")
    var html = false

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if html, output.json { throw ValidationError("Use either --html or --json.") }
    }

    func run() async throws {
        let receipt = try await data.read { transaction in
            if let number = ReceiptNumber(name) {
                guard let found = try transaction.receipt(number) else {
                    throw GivingError(.notFound, "receipt \(name.prefix(100))")
                }
                return found
            }
            guard name.contains("_") else {
                throw GivingError(.notFound, "receipt \(name.prefix(100))")
            }
            let gift = try transaction.knownGift(name)
            guard let found = try transaction.receipts(ofGift: gift.id).last else {
                throw GivingError(
                    .notFound, "receipt of \(gift.id)",
                    wanted: "the id belongs to a gift that \(gift.status.words)")
            }
            return found
        }
        guard !output.json else { return try output.print(receipt.document) { _ in "" } }
        let text = ReceiptText(receipt)
        try StandardStream.out.write(html ? text.html : text.text)
    }
}
