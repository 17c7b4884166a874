import ArgumentParser
import Dependents
import PaymentCore

/// `tapctl dependent approve`: the fee is paid.
struct DependentApprove: AsyncParsableCommand, PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "approve", abstract: "Approve a dependent's fee and pay it, once.",
        discussion: """
            EXAMPLES:
              tapctl dependent approve dep_husam --method pm_card_visa

            What was paid is not paid again: the first payment is shown. Ends with 77 when
            the card is declined; the same fee then takes another card.
            """)

    @Argument(help: "The dependent's id.")
    var id: String

    @Option(help: ArgumentHelp("The card, pm_...", valueName: "method"))
    var method: String

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let (id, method) = (id, method)
        let (session, review) = try await data.withData { data in
            let before = try await data.dependents.review(id)
            var session = DependentSession([before.dependent])
            session.navigate(to: id)
            _ = session.approve(id)
            let (review, payment) = try await data.dependents.approve(
                id, shown: before.dependent.fee, method: method)
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

extension CommandError {
    /// A fee that was not paid, as the end of a command; nil for one that was.
    fileprivate init?(unpaid payment: Payment) {
        switch payment.state {
        case .succeeded: return nil
        case .requiresPaymentMethod, .canceled:
            let code = payment.failure.map { $0.declineCode ?? $0.code }
            self.init(
                .refused, code: code ?? "declined", "the fee was not paid",
                reason: code.map(FailureCode.sentence) ?? "", remedy: PaymentFailure.sentenceForDonors)
        case .requiresAction:
            self.init(
                .refused, code: "requires_action", "the guardian's bank asks the guardian to confirm",
                remedy: "nobody answers it here: `tapctl payment list` shows the payment")
        case .requiresConfirmation, .processing, .requiresCapture, .needsReview:
            self.init(
                .tryAgain, code: "outcomeUnknown", "nobody knows yet whether the fee was paid",
                remedy: "`tapctl payment reconcile` asks, and charges nothing twice")
        }
    }
}
