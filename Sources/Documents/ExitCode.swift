package import FailureKit

/// An exit code of the process: a code from `sysexits.h`, 1 for a negative result, or 130 for an interrupt.
///
/// A command that has already printed its result can throw an exit code, which ends the program without a
/// message.
package enum ExitCode: Int32, Error, CaseIterable {
    case done = 0
    case no = 1
    case usage = 64
    case malformed = 65
    case notFound = 66
    case noReader = 69
    case ourBug = 70
    case cannotCreate = 73
    case inputOutput = 74
    case tryAgain = 75
    case peerProtocol = 76
    case refused = 77
    case configuration = 78
    case interrupted = 130

    /// The description of the code in the help.
    package var meaning: String {
        switch self {
        case .done: "done"
        case .no: "a check failed (verify, check, match)"
        case .usage: "invalid command line"
        case .malformed: "malformed data"
        case .notFound: "a file or object was not found"
        case .noReader: "the reader or processor is not available"
        case .ourBug: "a bug in tapctl"
        case .cannotCreate: "cannot create a file"
        case .inputOutput: "radio error or input/output error"
        case .tryAgain: "try again: no tag, tag removed too soon, two tags, reader or file in use"
        case .peerProtocol: "the reader or tag violated its protocol"
        case .refused: "refused: for example, a locked tag, a declined card or a closed month"
        case .configuration: "invalid configuration"
        case .interrupted: "interrupted"
        }
    }

    /// The table of exit codes in the help, with one code and its description per line.
    package static var table: String {
        allCases
            .map { code in
                let number = String(code.rawValue)
                let indent = String(repeating: " ", count: 5 - number.count)
                return "\(indent)\(number)  \(code.meaning)"
            }
            .joined(separator: "\n")
    }
}

extension ExitCode {
    /// Creates the exit code that corresponds to a failure category.
    package init(_ category: FailureCategory) {
        self =
            switch category {
            case .no: .no
            case .usage: .usage
            case .malformed: .malformed
            case .notFound: .notFound
            case .noReader: .noReader
            case .ourBug: .ourBug
            case .cannotCreate: .cannotCreate
            case .inputOutput: .inputOutput
            case .tryAgain: .tryAgain
            case .peerProtocol: .peerProtocol
            case .refused: .refused
            case .configuration: .configuration
            case .interrupted: .interrupted
            }
    }
}
