import ArgumentParser
import Bookings
import DataFolderKit
import Documents
import Giving
import MoneyKit
import PaymentCore
import StaffAccess
import TimeKit

/// `tapctl booking quote`: creates a quote to review and pay.
struct BookingQuoteCommand: ChangesData {
    static let configuration = CommandConfiguration(
        commandName: "quote", abstract: "Create a quote that is valid for 30 minutes.",
        discussion: """
            EXAMPLES:
              tapctl booking quote --payee drv_01jd3x0... --title "Move a piano" \\
                  --address "12 Elm Street" --price 150 --payer-name "A Client" \\
                  --payer-email client@example.org

            Paying the quote creates the job. The platform keeps 20% of the price.
            """)

    @Option(help: ArgumentHelp("The payee who does the work.", valueName: "id"))
    var payee: String

    @Option(help: ArgumentHelp("The title of the job, on one line.", valueName: "text"))
    var title: String

    @Option(help: ArgumentHelp("The location of the job.", valueName: "text"))
    var address: String?

    @Option(help: ArgumentHelp("The price, such as 150 or 150.00.", valueName: "amount"))
    var price: String

    @Option(help: ArgumentHelp("The currency.", valueName: "code"))
    var currency = "usd"

    @Option(help: ArgumentHelp("The payer's name.", valueName: "name"))
    var payerName: String

    @Option(help: ArgumentHelp("The payer's e-mail address.", valueName: "address"))
    var payerEmail: String

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    var action: AuditLogAction { .quoteBooking }

    func run() async throws {
        let price = try Money(typed: price, in: Currency(typed: currency))
        for text in [title, address, payerName, payerEmail] { try CardNumber.refuse(in: text) }
        let request = BookingRequest(
            payee: payee, payer: try BookingPayer(name: payerName, email: payerEmail), title: title,
            address: address, price: price)
        let (quote, now) = try await data.withData { data in
            (try await data.toldBookings.quote(request), data.clock.now())
        }
        let shown = BookingQuoteDetails(quote: quote, payment: nil, job: nil, now: now)
        try output.print(shown)
    }
}

/// `tapctl booking pay`: pays a quote, which creates a job.
struct BookingPay: ChangesData {
    static let configuration = CommandConfiguration(
        commandName: "pay", abstract: "Pay a quote on the simulated processor, and create its job.",
        discussion: """
            EXAMPLES:
              tapctl booking pay bkq_01jd3x0... --method pm_card_visa

            If the quote is already paid, nothing is charged, and the command shows the
            payment and the job. Exits with 77 if the card is declined; you can then pay
            the quote with another card. If the bank asks for confirmation, use --challenge
            to respond, in the same run or in a later one.
            """)

    @Argument(help: "The quote's id.")
    var quote: String

    @Option(help: "The test payment method, such as pm_card_visa.")
    var method: String

    @Option(
        help: ArgumentHelp(
            "A key for this payment; repeating the command with the same key never charges twice.",
            valueName: "key"))
    var idempotencyKey: String?

    @OptionGroup var challenge: ChallengeOptions
    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    var action: AuditLogAction { .payBooking }

    func run() async throws {
        try CardNumber.refuse(in: method)
        let (shown, payment) = try await data.withData { data in
            let bookings = try data.toldBookings
            let payer = BookingActor.payer(try await bookings.quote(quote, for: .platform).request.payer.id)
            var outcome = try await bookings.pay(
                quote, method: method, by: payer, key: idempotencyKey)
            if let challenge = challenge.outcome, outcome.payment.state == .requiresAction {
                try await data.play(challenge, forPayment: outcome.payment.id)
                outcome = try await bookings.confirm(quote, by: payer)
            }
            let shown = BookingQuoteDetails(
                quote: outcome.quote, payment: outcome.payment, job: outcome.job, now: data.clock.now())
            return (shown, outcome.payment)
        }
        try output.print(shown)
        try Terminal.end(with: CommandError(unpaid: payment))
    }
}
