import Bookings
import Contracts
import DatabaseKit
import Dependents
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

/// Why a command could not do what it was asked for, and with which number the program ends.
struct CommandError: Error {
    /// The number that the shell sees.
    let exit: ExitCode
    /// A stable name for programs: the `code` of the JSON error.
    let code: String
    /// What happened, in half a sentence.
    let summary: String
    /// Why, with the values that prove it; may be empty.
    ///
    /// Each of its lines is indented. Text from a tag, a file or another program must pass through ``printable(_:)`` first:
    /// a line break in it would look like one of our lines.
    let reason: String
    /// What to do next, in one line or several; may be empty.
    let remedy: String
    /// Whether something was begun of which it is not known how it ended.
    var isUnfinished = false
    /// Whether it is what the person at the terminal has chosen: then it is told without alarm.
    var isChosen = false
    /// The document for `--json`, where a command has one of its own for a failure.
    var document: JSONValue?

    init(_ exit: ExitCode, code: String, _ summary: String, reason: String = "", remedy: String = "") {
        self.exit = exit
        self.code = code
        self.summary = summary
        self.reason = reason
        self.remedy = remedy
    }

    /// What happened and why, in one line: the lines of the reason are joined by semicolons.
    var sentence: String {
        reason.isEmpty ? summary : "\(summary): \(reason.split(separator: "\n").joined(separator: "; "))"
    }

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

    /// What stands on stdout when `--json` was asked for.
    var json: JSONValue {
        document ?? [
            "object": "error", "code": .string(code), "exit_code": .int(Int(exit.rawValue)),
            "message": .string(summary), "reason": .string(reason), "remedy": .string(remedy),
        ]
    }
}

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

    /// What a person who said no has chosen: exit 77.
    static func chosen(_ summary: String) -> CommandError {
        var error = CommandError(.refused, code: "notConfirmed", summary)
        error.isChosen = true
        return error
    }

    /// The same error with another remedy.
    func remedied(by remedy: String) -> CommandError {
        var error = CommandError(exit, code: code, summary, reason: reason, remedy: remedy)
        error.document = document
        return error
    }

    /// The same error, with where it happened in front.
    func prefixed(by place: String) -> CommandError {
        var error = CommandError(exit, code: code, place + summary, reason: reason, remedy: remedy)
        error.document = document
        return error
    }

    /// The same error with the document that the command promises for it.
    func documented(as document: JSONValue) -> CommandError {
        var error = self
        error.document = document
        return error
    }

    init(_ error: TagError) {
        self.init(
            ExitCode(error.code), code: error.code.rawValue, error.summary, reason: error.reason,
            remedy: error.remedy)
    }
}
