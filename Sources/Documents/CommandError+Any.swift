import Contracts
import FailureKit
package import Giving
import PaymentCore
import Processor
import TagDumps
import TagKit
import TagRegistry
import TagSecurity

extension CommandError {
    /// Creates a command error from any error.
    package init(_ error: any Error) {
        switch error {
        case let error as CommandError: self = error
        case let error as UnfinishedGift: self.init(error)
        case let error as ContractError: self.init(error)
        case let error as BatchRefusal: self.init(error)
        case let error as any Failure:
            self.init(
                error.category, code: error.failureCode, Self.summary(of: error),
                reason: Self.reason(of: error),
                remedy: (error as? any CommandRemedied)?.commandRemedy ?? "")
        case is CancellationError:
            self.init(.interrupted, code: "cancelled", "interrupted")
        default:
            self.init(
                .ourBug, code: "internal", "an unexpected error occurred",
                reason: String(describing: error),
                remedy: "report this as a bug in tapctl, and include the command and this message")
        }
    }

    /// Creates a command error for a gift that was started but not completed. The card may have been charged.
    package init(_ error: UnfinishedGift) {
        let cause = CommandError(error.cause)
        self.init(
            cause.category, code: cause.code, error.summary, reason: cause.sentence,
            remedy: error.commandRemedy)
        isUnfinished = true
    }

    private static func summary(of failure: any Failure) -> String {
        switch failure {
        case let error as TagError where error.code == .cancelled: "interrupted"
        case let error as BankError: "line \(error.line): \(error.summary)"
        default: failure.summary
        }
    }

    /// Returns the reason for the failure, with the position in the file if known.
    ///
    /// If the reason can contain a path or a message from the processor, control characters are escaped.
    private static func reason(of failure: any Failure) -> String {
        switch failure {
        case let error as DumpError:
            [error.place?.words ?? "", error.reason].filter { !$0.isEmpty }.joined(separator: ": ")
        // The reason contains a path or the processor's own message.
        case is SecurityError, is PaymentError, is ProcessorError: printable(failure.reason)
        default: failure.reason
        }
    }
}

extension DumpError.Place {
    fileprivate var words: String {
        switch self {
        case .line(let number): "line \(number)"
        case .byte(let offset): "byte \(offset)"
        }
    }
}

extension CommandError {
    /// The exit code of the process if a command fails with this error.
    package var exit: ExitCode { ExitCode(category) }
}
