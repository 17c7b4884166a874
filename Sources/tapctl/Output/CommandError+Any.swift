import Bookings
import Contracts
import DatabaseKit
import Dependents
import Documents
import FailureKit
import Giving
import InvocationRouter
import Payees
import PaymentCore
import Plans
import Processor
import ProcessorServer
import ServerKit
import StaffAccess
import TagDumps
import TagKit
import TagRegistry
import TagSecurity
import TapServer

extension CommandError {
    /// Any error, in the words of the command line.
    init(_ error: any Error) {
        switch error {
        case let error as CommandError: self = error
        case let error as TagError where error.code == .cancelled:
            self.init(
                .interrupted, code: "cancelled", "interrupted", reason: error.reason, remedy: error.remedy)
        case let error as TagError: self.init(error)
        case let error as SecurityError: self.init(error)
        case let error as NDEFError: self.init(error)
        case let error as InvocationError: self.init(error)
        case let error as URLRefusal: self.init(error)
        case let error as DumpError: self.init(error)
        case let error as ResolutionError: self.init(error)
        case let error as GivingError: self.init(error)
        case let error as AdoptionError: self.init(error)
        case let error as BankError: self.init(error)
        case let error as UnfinishedGift: self.init(error)
        case let error as DirectoryError: self.init(error)
        case let error as ClosingError: self.init(error)
        case let error as RegistryError: self.init(error)
        case let error as BatchRefusal: self.init(error)
        case let error as ContractError: self.init(error)
        case let error as BookingError: self.init(error)
        case let error as PayeeError: self.init(error)
        case let error as PaymentError: self.init(error)
        case let error as DependentError: self.init(error)
        case let error as PlanError: self.init(error)
        case let error as ProcessorError: self.init(error)
        case let error as DatabaseError: self.init(error)
        case let error as ListenError: self.init(error)
        case let error as OutboxError:
            self.init(
                .cannotCreate, code: "outboxNotWritable", error.summary, reason: error.reason,
                remedy: error.remedy)
        case let error as StaffError: self.init(error)
        case is CancellationError:
            self.init(.interrupted, code: "cancelled", "interrupted")
        default:
            self.init(
                .ourBug, code: "internal", "tapctl met an error that it does not know",
                reason: String(describing: error),
                remedy: "this is a bug of tapctl: please report the command and this text")
        }
    }

    init(_ error: TagError) {
        self.init(
            FailureCategory(error.code), code: error.code.rawValue, error.summary, reason: error.reason,
            remedy: error.remedy)
    }
}

extension CommandError {
    /// The number that the shell sees.
    var exit: ExitCode { ExitCode(category) }

    /// The text for stderr: `error:`, the proof, and a hint.
    func text(style: Style) -> String {
        if isChosen { return printable(summary) + "\n" }
        var lines = ["\(style.red("error:")) \(printable(summary))"]
        lines += reason.split(separator: "\n").map { "  " + printable(String($0)) }
        for (index, line) in remedy.split(separator: "\n").enumerated() {
            let label = index == 0 ? style.cyan("hint:") : "     "
            lines.append("  \(label) \(printable(String(line)))")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
