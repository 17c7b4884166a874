import ArgumentParser
import DataFolderKit
import Dependents
import Documents
import PaymentCore

/// `tapctl dependent approve`: the fee is paid.
struct DependentApprove: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "approve", abstract: "Approve a dependent's fee and pay it, once.",
        discussion: """
            EXAMPLES:
              tapctl dependent approve dep_husam --method pm_card_visa

            What was paid is not paid again: the first payment is shown. Ends with 77 when
            the card is declined; the same fee then takes another card. A bank that asks
            is answered by --challenge, now or by the same command later.
            """)

    @Argument(help: "The dependent's id.")
    var id: String

    @Option(help: ArgumentHelp("The card, pm_...", valueName: "method"))
    var method: String

    @OptionGroup var challenge: ChallengeOptions
    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let challenge = challenge.outcome
        let (session, review) = try await data.withData { data in
            let before = try await data.products.dependents.review(id)
            var session = DependentSession([before.dependent])
            session.navigate(to: id)
            _ = session.approve(id)
            var (review, payment) = try await data.products.dependents.approve(
                id, shown: before.dependent.fee, method: method)
            if let challenge, payment.state == .requiresAction {
                try await data.play(challenge, forPayment: payment.id)
                (review, payment) = (
                    try await data.products.dependents.review(id), try await data.known(payment)
                )
            }
            if let error = CommandError(unpaid: payment) {
                session.finish(.failed(error.sentence), of: id)
                throw error
            }
            session.finish(.paid, of: id)
            return (session, review)
        }
        try output.print(review.document) { review.text(of: session, style: $0) }
    }
}
