import FailureKit
package import PaymentCore
package import Processor

extension PaymentError: CommandRemedied {
    package var commandRemedy: String {
        switch code {
        case .outcomeUnknown:
            "run `tapctl payment reconcile` to find the outcome; nothing is lost or charged twice"
        case .declined: CommandError.anotherCard
        case .tooManyAttempts, .pausedForDeclines, .payeePaused, .processorRefused, .unknownMethod,
            .wrongState, .refundTooLarge, .releaseTooLarge, .notFound, .feeExceedsAmount, .amountTooLarge,
            .invalidFee, .unknownKind:
            remedy
        }
    }
}

extension ProcessorError: CommandRemedied {
    package var commandRemedy: String {
        leavesOutcomeUnknown ? "try again later" : "correct the request and try again"
    }
}
