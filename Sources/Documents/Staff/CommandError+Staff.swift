import FailureKit
package import StaffAccess

extension CommandError {
    package init(_ error: StaffError) {
        let category: FailureCategory =
            switch error.code {
            case .invalidAddress, .weakPassword, .invalidKeyName: .malformed
            case .organizations: .usage
            case .notFound, .keyNotFound: .notFound
            case .taken, .wrongPassword, .keyTaken, .tooManyKeys, .tooManyOrganizations: .refused
            case .paused, .busy: .tryAgain
            }
        self.init(
            category, code: error.code.rawValue, error.summary, reason: error.reason, remedy: error.remedy)
    }
}
