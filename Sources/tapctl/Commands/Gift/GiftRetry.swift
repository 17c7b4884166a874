import ArgumentParser
import DataFolderKit
import Documents
import Giving

/// `tapctl gift retry`: another card for a gift that was declined.
struct GiftRetry: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "retry", abstract: "Try a declined gift with another card.",
        discussion: """
            EXAMPLES:
              tapctl gift retry gift_01jd3x0... --method pm_card_visa

            It is the same gift, on the same payment intent: it is charged at most once,
            and tried at most five times. Ends with 77 when this card is declined too.
            """)

    @Argument(help: "The gift's id.")
    var id: String

    @Option(help: ArgumentHelp("The other card, pm_...", valueName: "method"))
    var method: String

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let (gift, names) = try await data.withData { data in
            let known = try await data.read { try $0.knownGift(id) }
            let gift = try await data.giving.retry(known.id, method: method)
            return (gift, try await data.names(of: gift))
        }
        try output.print(gift.document) { columns(gift.lines(names: names, style: $0), style: $0) }
        if let refusal = CommandError(unpaid: gift) {
            Talk.tell(refusal)
            throw refusal.exit
        }
    }
}
