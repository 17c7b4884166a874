import FailureKit
import InvocationRouter

extension InvocationError: CommandRemedied {
    var commandRemedy: String { hint }
}

extension URLRefusal: CommandRemedied {
    var commandRemedy: String { remedy }
}

extension ResolutionError: CommandRemedied {
    var commandRemedy: String { remedy }
}

extension SiteFinding {
    /// What to type or to do about it.
    var commandRemedy: String {
        switch code {
        case .malformedJSON: "Mend the text; `tapctl site make` writes one that is right."
        default: remedy
        }
    }
}
