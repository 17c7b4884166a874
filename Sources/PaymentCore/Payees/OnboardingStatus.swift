/// How far a payee's account is, as its badge shows it.
public enum OnboardingStatus: Hashable, Sendable {
    /// There is an account, and the processor has not told of it yet.
    case loading
    /// There is no account, or its forms are not filled in.
    case notSetUp
    /// The processor is looking at it.
    case pendingVerification
    /// Charges, transfers and payouts may be made.
    case active
    /// The processor wants something else, or refuses.
    case failed(String)

    /// What follows from an account.
    ///
    /// Active is more than that charges may be made: transfers must reach the account, and payouts its bank.
    ///
    /// - Parameters:
    ///   - account: `acct_…`, or nil where there is none.
    ///   - payee: What the processor has told of it, or nil.
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

    /// What the badge says.
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
