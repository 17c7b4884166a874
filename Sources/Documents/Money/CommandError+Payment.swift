import FailureKit
package import PaymentCore

extension CommandError {
    /// Creates the error of an unpaid payment; nil if it was paid.
    package init?(unpaid payment: Payment) {
        switch payment.state {
        case .succeeded: return nil
        case .requiresPaymentMethod, .canceled:
            let code = payment.failure.map { $0.declineCode ?? $0.code }
            self.init(
                .refused, code: code ?? "declined", "it was not paid",
                reason: code.map(FailureCode.sentence) ?? "", remedy: PaymentFailure.sentenceForDonors)
        case .requiresAction:
            self.init(
                .refused, code: "requires_action", "the payer's bank asks the payer to confirm",
                remedy: "the same command with --challenge passed plays the payer, and charges once")
        case .requiresConfirmation, .processing, .requiresCapture, .needsReview:
            self.init(
                .tryAgain, code: "outcomeUnknown", "nobody knows yet whether it was paid",
                remedy: "`tapctl payment reconcile` asks, and charges nothing twice")
        }
    }
}
