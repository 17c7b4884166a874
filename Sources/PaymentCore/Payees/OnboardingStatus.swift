/// The progress of a payee's onboarding, as shown in a badge.
public enum OnboardingStatus: Hashable, Sendable {
    /// The account exists, but the processor has not reported its state yet.
    case loading
    /// There is no account, or the payee has not completed the onboarding forms.
    case notSetUp
    /// The processor is verifying the account.
    case pendingVerification
    /// Charges, transfers and payouts are enabled.
    case active
    /// The processor needs more information, or has rejected the account.
    case failed(String)

    /// Creates the status from the state of an account.
    ///
    /// The status is `active` only if charges, transfers to the account and payouts to its bank are all
    /// enabled.
    ///
    /// - Parameters:
    ///   - account: The account's id, `acct_…`, or nil if the payee has none.
    ///   - payee: The account's state as last reported by the processor, or nil if no state has been
    ///     reported.
    public init(account: String?, payee: Payee?) {
        guard account != nil else {
            self = .notSetUp
            return
        }
        self =
            switch payee?.onboarding {
            case nil: .loading
            case .notSetUp: .notSetUp
            case .pendingVerification: .pendingVerification
            case .active: .active
            case .restricted: .failed("the processor needs more information or has rejected the account")
            }
    }

    /// The badge's text.
    public var label: String {
        switch self {
        case .loading: "Loading"
        case .notSetUp: "Not set up"
        case .pendingVerification: "Pending verification"
        case .active: "Active"
        case .failed: "Failed"
        }
    }
}
