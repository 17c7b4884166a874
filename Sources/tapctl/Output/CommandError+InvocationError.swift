import InvocationRouter

extension CommandError {
    /// A URL that is no giving URL: exit 65.
    init(_ error: InvocationError) {
        self.init(
            .malformed, code: error.code.rawValue, error.summary, reason: error.reason, remedy: error.remedy)
    }
}
