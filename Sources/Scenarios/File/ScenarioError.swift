package import Documents
import FailureKit

/// The reason that a scenario file cannot be run, with the position of the error in the file.
package struct ScenarioError: Error, Hashable, Sendable {
    package enum Code: String, Hashable, Sendable, CaseIterable {
        case malformedYAML, unknownKey, missingKey, wrongType, malformedValue, unknownName, limitExceeded
    }

    let code: Code
    /// The line number, starting at 1. Zero refers to the whole file.
    let line: Int
    /// The column number, starting at 1. Zero refers to the whole line.
    let column: Int
    /// A clause that describes the problem.
    let reason: String
    let remedy: String

    package init(_ code: Code, line: Int, column: Int = 0, _ reason: String, remedy: String) {
        self.code = code
        self.line = line
        self.column = column
        self.reason = reason
        self.remedy = remedy
    }
}

extension CommandError {
    /// Creates a command error for an invalid scenario file. The exit code is 65.
    package init(_ error: ScenarioError, in path: String) {
        let column = error.column > 0 ? ", column \(error.column)" : ""
        let place = error.line > 0 ? "line \(error.line)\(column): " : ""
        self.init(
            .malformed, code: error.code.rawValue, "\(path) is not a valid scenario",
            reason: place + error.reason,
            remedy: error.remedy)
    }
}
