import Processor
import TimeKit

/// A page that is opened once: onboarding, or the dashboard.
///
/// Source: Stripe API reference, "Account Links", "Login Links".
struct OnboardingLink: StoredNoun {
    static let objectName = "onboarding_link"
    /// `link_…`: what stands in the page's address.
    var id: String
    var created: Timestamp
    var account: String
    /// `account_onboarding`, `account_update`; `login` for the dashboard.
    var kind: String
    var refreshURL: String
    var returnURL: String
    var expires: Timestamp
    /// What the form of the opened page proves itself with; nil while nobody has opened it.
    var session: String?
    /// The form was sent.
    var isFinished = false
}
