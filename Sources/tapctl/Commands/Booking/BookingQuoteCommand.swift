import ArgumentParser
import Bookings
import DataFolderKit
import Documents
import Giving
import MoneyKit
import TimeKit

/// `tapctl booking quote`: what is reviewed and paid.
struct BookingQuoteCommand: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "quote", abstract: "Quote work: it can be paid for 30 minutes.",
        discussion: """
            EXAMPLES:
              tapctl booking quote --payee drv_01jd3x0... --title "Move a piano" \\
                  --address "12 Elm Street" --price 150 --payer-name "A Client" \\
                  --payer-email client@example.org

            There is no job yet: it comes with the payment. The platform keeps 20 %.
            """)

    @Option(help: ArgumentHelp("Who does the work.", valueName: "id"))
    var payee: String

    @Option(help: ArgumentHelp("What is done, in one line.", valueName: "text"))
    var title: String

    @Option(help: ArgumentHelp("Where it is done.", valueName: "text"))
    var address: String?

    @Option(help: ArgumentHelp("What the payer pays, as 150 or 150.00.", valueName: "amount"))
    var price: String

    @Option(help: ArgumentHelp("The currency.", valueName: "code"))
    var currency = "usd"

    @Option(help: ArgumentHelp("Who pays.", valueName: "name"))
    var payerName: String

    @Option(help: ArgumentHelp("Whose booking it is.", valueName: "address"))
    var payerEmail: String

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let price = try Money(typed: price, in: Currency(typed: currency))
        for text in [title, address, payerName, payerEmail] { try CardNumber.refuse(in: text) }
        let request = BookingRequest(
            payee: payee, payer: try BookingPayer(name: payerName, email: payerEmail), title: title,
            address: address, price: price)
        let (quote, now) = try await data.withData { data in
            (try await data.toldBookings.quote(request), data.clock.now())
        }
        let shown = ShownQuote(quote: quote, payment: nil, job: nil, now: now)
        try output.print(shown.document) { shown.text(style: $0) }
    }
}
