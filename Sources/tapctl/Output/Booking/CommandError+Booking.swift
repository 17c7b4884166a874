import Bookings
import Documents
import FailureKit

extension CommandError {
    init(_ error: BookingError) {
        let exit: FailureCategory =
            switch error.code {
            case .invalid: .malformed
            case .quoteNotFound, .jobNotFound, .paymentNotFound: .notFound
            case .quoteExpired, .notYours, .idempotencyConflict, .wrongState, .disputed: .refused
            }
        self.init(
            exit, code: error.code.rawValue, error.summary, reason: error.reason, remedy: error.commandRemedy)
    }
}

extension BookingError {
    /// What to type next.
    fileprivate var commandRemedy: String {
        switch code {
        case .notYours: "--as says who does it"
        case .quoteNotFound, .quoteExpired: "`tapctl booking quote` makes one"
        case .jobNotFound: "`tapctl booking list PAYEE` lists a payee's jobs"
        case .wrongState: "`tapctl booking show JOB` tells where it stands"
        default: remedy
        }
    }
}
