import Processor
import TimeKit

/// A clock that some customers and their subscriptions use. Its time changes only on request.
///
/// Source: Stripe API reference, "Test clocks"; documentation, "Test clocks and simulations".
struct TestClock: StoredObject {
    /// Whether the clock is being advanced.
    enum Status: String, Hashable, Sendable, Codable {
        case ready, advancing
    }

    static let objectName = "test_helpers.test_clock"
    /// The id, `clock_…`.
    var id: String
    var created: Timestamp
    /// The connected account that the clock belongs to, or nil for the platform.
    var account: String?
    var name: String?
    /// The clock's current time. It stays frozen until the clock is advanced.
    var frozenTime: Timestamp
    var status = Status.ready
    /// The time to which the clock is being advanced, or nil.
    var target: Timestamp?
    /// The time at which the clock and its customers are deleted.
    var deletesAfter: Timestamp

    var owner: String? { account }
}
