import Documents
import FailureKit
import PaymentCore
import Plans

extension CommandError {
    init(_ error: PlanError) {
        let exit: FailureCategory =
            switch error.code {
            case .unknownPrice, .notSubscribed: .notFound
            case .notPurchasable, .alreadySubscribed, .wrongState, .cannotChange, .invalidPromotion,
                .idempotencyConflict:
                .refused
            }
        self.init(
            exit, code: error.code.rawValue, error.summary, reason: error.reason, remedy: error.commandRemedy)
    }

    /// The error of a plan that was not bought, or nil for any other status.
    init?(unbought status: PlanStatus) {
        switch status.view {
        case .requiresAction:
            self.init(
                .refused, code: "requires_action", "the payer's bank asks the payer to confirm",
                remedy: "the same command with --challenge passed plays the payer, and charges once")
        case .free where status.failure != nil:
            let code = status.failure?.code ?? "declined"
            self.init(
                .refused, code: code, "it was not paid", reason: FailureCode.sentence(of: code),
                remedy: PaymentFailure.sentenceForDonors)
        case .free, .active, .pastDue, .cancelling, .ended, .unknown: return nil
        }
    }
}

extension PlanError {
    /// What to type next.
    fileprivate var commandRemedy: String {
        switch code {
        case .alreadySubscribed:
            "`tapctl billing status` tells which; `billing cancel` ends it, `billing restore` finds it again"
        case .notSubscribed: "`tapctl billing checkout` buys a plan"
        case .wrongState: "`tapctl billing status` tells where it stands"
        case .cannotChange:
            "`tapctl billing cancel` ends it at the end of its period; buy the other plan after that"
        case .invalidPromotion: "`tapctl plan promotion` shows a code; or buy without it"
        case .unknownPrice, .notPurchasable, .idempotencyConflict: remedy
        }
    }
}
