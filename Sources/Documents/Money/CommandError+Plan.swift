import FailureKit
import PaymentCore
package import Plans

extension CommandError {
    /// Creates the error of a plan that was not bought; nil for any other status.
    package init?(unbought status: PlanStatus) {
        switch status.view {
        case .requiresAction:
            self.init(
                .refused, code: "requires_action", "the payer's bank requires confirmation",
                remedy:
                    "run the same command with --challenge passed to confirm as the payer; it charges only once"
            )
        case .free where status.failure != nil:
            let code = status.failure?.code ?? "declined"
            self.init(
                .refused, code: code, "it was not paid", reason: FailureCode.sentence(of: code),
                remedy: PaymentFailure.sentenceForDonors)
        case .free, .active, .pastDue, .cancelling, .ended, .unknown: return nil
        }
    }
}
