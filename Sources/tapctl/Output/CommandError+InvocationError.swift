import Documents
import InvocationRouter

extension CommandError {
    /// A URL that is no giving URL: exit 65.
    init(_ error: InvocationError) {
        self.init(
            .malformed, code: error.code.rawValue, error.summary, reason: error.reason, remedy: error.hint)
    }
}

extension InvocationError {
    /// The remedy as it stands behind `hint:`, without capital and full stop.
    var hint: String {
        remedy.prefix(1).lowercased() + remedy.dropFirst().dropLast(remedy.hasSuffix(".") ? 1 : 0)
    }
}
