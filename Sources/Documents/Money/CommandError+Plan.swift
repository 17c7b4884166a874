import FailureKit
import PaymentCore
package import Plans

extension CommandError {
    /// Creates the error for a plan that was not bought because the payment failed or requires confirmation.
    /// Returns nil for any other status.
    package init?(unbought status: PlanStatus) {
        switch status.view {
        case .requiresAction:
            self.init(
                .refused, code: "requires_action", "the payer's bank requires confirmation",
                remedy:
                    "repeat the command with `--challenge passed` to confirm as the payer; the payer is charged only once"
            )
        case .free where status.failure != nil:
            let code = status.failure?.code ?? "declined"
            self.init(
                .refused, code: code, "the payment failed", reason: FailureCode.sentence(of: code),
                remedy: Self.anotherCard)
        case .free, .active, .pastDue, .cancelling, .ended, .unknown: return nil
        }
    }
}
