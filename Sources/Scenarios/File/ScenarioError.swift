package import Documents
import FailureKit

/// Why a scenario cannot be run: what stands in its file, and where.
package struct ScenarioError: Error, Hashable, Sendable {
    /// What is wrong.
    package enum Code: String, Hashable, Sendable, CaseIterable {
        case malformedYAML, unknownKey, missingKey, wrongType, malformedValue, unknownName, limitExceeded
    }

    package let code: Code
    /// From 1 on; 0 means the file as a whole.
    package let line: Int
    /// What stands there, in half a sentence.
    package let reason: String
    /// What to write instead.
    package let remedy: String

    package init(_ code: Code, line: Int, _ reason: String, remedy: String) {
        self.code = code
        self.line = line
        self.reason = reason
        self.remedy = remedy
    }
}

extension CommandError {
    /// A file that is no scenario: exit 65.
    package init(_ error: ScenarioError, in path: String) {
        let place = error.line > 0 ? "line \(error.line): " : ""
        self.init(
            .malformed, code: error.code.rawValue, "\(path) is no scenario", reason: place + error.reason,
            remedy: error.remedy)
    }
}
