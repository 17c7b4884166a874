import Documents
import Payees

extension APIError {
    /// Creates an API error from a refusal that concerns a payee. If the payee is known, the error contains
    /// the endpoint that creates an onboarding link.
    init(_ error: PayeeError) {
        self.init(refused: error)
        if let link = error.onboardingLink { more.append(.init(key: "onboarding_link", value: link.json)) }
    }
}
