import Processor
import TimeKit

/// What an account may do, as an event tells it; nothing keeps it.
///
/// Source: Stripe API reference, "Capabilities".
struct Capability: StoredNoun {
    static let objectName = "capability"
    /// `transfers`, `card_payments`
    var id: String
    var created: Timestamp
    var account: String
    var isRequested: Bool
    var status: Account.Capability
    var currentlyDue: [String]
    var pendingVerification: [String]
}
