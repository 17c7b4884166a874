import FailureKit
package import InvocationRouter

extension InvocationError: CommandRemedied {
    package var commandRemedy: String { hint }
}

extension URLRefusal: Remedied {}

extension ResolutionError: Remedied {}

extension SiteFinding {
    /// The command to run or the next step to take.
    package var commandRemedy: String {
        switch code {
        case .malformedJSON: "Correct the JSON; `tapctl site make` writes a valid file."
        default: remedy
        }
    }
}
