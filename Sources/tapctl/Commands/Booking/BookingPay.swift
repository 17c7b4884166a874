import ArgumentParser
import Bookings
import DataFolderKit
import Documents
import Giving
import PaymentCore
import TimeKit

/// `tapctl booking pay`: a quote is paid, and there is a job.
struct BookingPay: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "pay", abstract: "Pay a quote on the simulated processor: that makes the job.",
        discussion: """
            EXAMPLES:
              tapctl booking pay bkq_01jd3x0... --method pm_card_visa

            What is paid is not paid again: the first payment and its job are shown. Ends
            with 77 when the card is declined; the same quote then takes another card. A
            bank that asks is answered by --challenge, now or by the same command later.
            """)

    @Argument(help: "The quote's id.")
    var quote: String

    @Option(help: ArgumentHelp("The test payment method: pm_card_visa.", valueName: "method"))
    var method: String

    @Option(help: ArgumentHelp("The same key tries a card once.", valueName: "key"))
    var idempotencyKey: String?

    @OptionGroup var challenge: ChallengeOptions
    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try CardNumber.refuse(in: method)
        let (id, key, challenge) = (quote, idempotencyKey, challenge.outcome)
        let (shown, payment) = try await data.withData { data in
            let bookings = try data.toldBookings
            let payer = BookingActor.payer(try await bookings.quote(id, for: .platform).request.payer.id)
            var outcome = try await bookings.pay(id, method: method, by: payer, key: key)
            if let challenge, outcome.payment.state == .requiresAction {
                try await data.play(challenge, forPayment: outcome.payment.id)
                outcome = try await bookings.confirm(id, by: payer)
            }
            let shown = ShownQuote(
                quote: outcome.quote, payment: outcome.payment, job: outcome.job, now: data.clock.now())
            return (shown, outcome.payment)
        }
        try output.print(shown.document) { shown.text(style: $0) }
        guard let refusal = CommandError(unpaid: payment) else { return }
        Talk.tell(refusal)
        throw refusal.exit
    }
}
