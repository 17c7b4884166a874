import Documents
import FailureKit
import TagSecurity

extension CommandError {
    /// The reason is a single line with a path in it, so any line break comes from the path.
    init(_ error: SecurityError) {
        self.init(
            FailureCategory(error.code), code: error.code.rawValue, error.summary, reason: printable(error.reason),
            remedy: error.remedy)
    }
}

extension FailureCategory {
    /// What is wrong with a secret or a proof, as the number that the shell sees.
    init(_ code: SecurityError.Code) {
        self =
            switch code {
            case .secretMalformed, .secretMistyped, .keysMalformed, .sunMissing, .sunPlaceholder,
                .sunMalformed:
                .malformed
            case .sunRejected, .sunReplayed: .no
            case .secretNotFound: .notFound
            case .secretNotReadable: .inputOutput
            case .secretOpenToOthers: .refused
            case .secretExists, .secretNotWritable: .cannotCreate
            }
    }
}
