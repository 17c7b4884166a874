import TagSecurity

extension CommandError {
    init(_ error: SecurityError) {
        self.init(
            ExitCode(error.code), code: error.code.rawValue, error.summary, reason: error.reason,
            remedy: error.remedy)
    }
}

extension ExitCode {
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
