import FailureKit
package import PaymentCore

extension CommandError {
    /// The remedy for a declined payment.
    package static let anotherCard = "try another card or payment method"

    /// Creates the error for a payment that has not succeeded. Returns nil if the payment has succeeded.
    package init?(unpaid payment: Payment) {
        switch payment.state {
        case .succeeded: return nil
        case .requiresPaymentMethod, .canceled:
            let code = payment.failure.map { $0.declineCode ?? $0.code }
            self.init(
                .refused, code: code ?? "declined", "the payment failed",
                reason: code.map(FailureCode.sentence) ?? "", remedy: Self.anotherCard)
        case .requiresAction:
            self.init(
                .refused, code: "requires_action", "the payer's bank requires confirmation",
                remedy:
                    "repeat the command with `--challenge passed` to confirm as the payer; the payer is charged only once"
            )
        case .requiresConfirmation, .processing, .requiresCapture, .needsReview:
            self.init(
                .tryAgain, code: "outcomeUnknown", "the payment's outcome is not known yet",
                remedy:
                    "use `tapctl payment reconcile` to get the outcome from the processor; this command never charges a payment twice"
            )
        }
    }
}
