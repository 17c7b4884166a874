import ArgumentParser
import DataFolderKit
import Documents
import Giving
import MoneyKit
import PaymentCore

/// `tapctl gift show`: one gift.
struct GiftShow: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a gift.",
        discussion: """
            EXAMPLES:
              tapctl gift show gift_01jd3x0...
              tapctl gift show gift_01jd3x0... --json
            """)

    @Argument(help: "The gift's id.")
    var id: String

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let (gift, payout, names) = try await data.withData(needsProcessor: false) { data in
            let gift = try await data.read { try $0.knownGift(id) }
            return (
                gift, try await data.payments.payout(ofPayment: gift.payment ?? ""),
                try await data.names(of: gift)
            )
        }
        try output.print(gift.document(payout: payout, net: names.net(of: gift))) {
            columns(gift.lines(names: names, payout: payout, style: $0), style: $0)
        }
    }
}
