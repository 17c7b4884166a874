import FailureKit
package import InvocationRouter

extension CommandError {
    /// 66 where directory or registry do not know what the URL names, 77 where it takes no gift.
    package init(_ error: ResolutionError) {
        let category: FailureCategory =
            switch error.code {
            case .unknownOrganization, .unknownFund, .tagUnknown: .notFound
            default: .refused
            }
        self.init(
            category, code: error.code.rawValue, error.summary, reason: error.reason, remedy: error.remedy)
    }
}
