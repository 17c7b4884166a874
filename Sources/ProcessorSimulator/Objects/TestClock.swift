import Processor
import TimeKit

/// A clock of its own for a few customers: their subscriptions live on its time, which somebody moves.
///
/// Source: Stripe API reference, "Test clocks"; documentation, "Test clocks and simulations".
struct TestClock: StoredObject {
    /// Whether it moves.
    enum Status: String, Hashable, Sendable, Codable {
        case ready, advancing
    }

    static let objectName = "test_helpers.test_clock"
    /// `clock_…`
    var id: String
    var created: Timestamp
    /// The connected account whose clock it is; nil for the platform.
    var account: String?
    var name: String?
    /// What time it is there.
    var frozenTime: Timestamp
    var status = Status.ready
    /// Where it moves to.
    var target: Timestamp?
    /// When it and its customers are deleted.
    var deletesAfter: Timestamp

    var owner: String? { account }
}
