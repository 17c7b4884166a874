import ArgumentParser
import DataFolderKit
import Documents
import Giving

/// `tapctl gift refund`: money goes back.
struct GiftRefund: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "refund", abstract: "Give a gift back, whole or in part.",
        discussion: """
            EXAMPLES:
              tapctl gift refund gift_01jd3x0...                all that is left
              tapctl gift refund gift_01jd3x0... --amount 20

            The church gives the money back, and gets its share of the application fee
            back; the processor keeps its own fee, which the church bears. The receipt
            is void then; what is left of the gift gets a new one that names the old.
            """)

    @Argument(help: "The gift's id.")
    var id: String

    @Option(help: ArgumentHelp("How much, as 20 or 20.00. (default: all that is left)", valueName: "amount"))
    var amount: String?

    @Option(
        help: ArgumentHelp("duplicate, fraudulent or requested_by_customer.", valueName: "reason"),
        completion: .list(["duplicate", "fraudulent", "requested_by_customer"]))
    var reason: String?

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if let reason, !["duplicate", "fraudulent", "requested_by_customer"].contains(reason) {
            throw ValidationError("There is: duplicate, fraudulent, requested_by_customer.")
        }
    }

    func run() async throws {
        let (gift, names) = try await data.withData { data in
            let known = try await data.read { try $0.knownGift(id) }
            let gift = try await data.giving.refund(known.id, amount: amount, reason: reason)
            return (gift, try await data.names(of: gift))
        }
        try output.print(gift.document) { columns(gift.lines(names: names, style: $0), style: $0) }
    }
}
