import FailureKit
package import InvocationRouter

extension InvocationError: CommandRemedied {
    package var commandRemedy: String { hint }
}

extension URLRefusal: CommandRemedied {
    package var commandRemedy: String { remedy }
}

extension ResolutionError: CommandRemedied {
    package var commandRemedy: String { remedy }
}

extension SiteFinding {
    /// What to type or to do about it.
    package var commandRemedy: String {
        switch code {
        case .malformedJSON: "Mend the text; `tapctl site make` writes one that is right."
        default: remedy
        }
    }
}
