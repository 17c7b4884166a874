import Processor
import TimeKit

/// A clock that determines the time for certain customers and their subscriptions. The clock's time changes
/// only when a request advances the clock.
///
/// Source: Stripe API reference, "Test clocks"; documentation, "Test clocks and simulations".
struct TestClock: StoredObject {
    /// The status of a clock. The status is `advancing` while the processor moves the clock to a later time.
    enum Status: String, Codable {
        case ready, advancing
    }

    static let objectName = "test_helpers.test_clock"
    /// The id, `clock_…`.
    var id: String
    var created: Timestamp
    /// The connected account that the clock belongs to, or nil for the platform.
    var account: String?
    var name: String?
    /// The clock's current time, which does not change until the clock is advanced.
    var frozenTime: Timestamp
    var status = Status.ready
    /// The time to which the clock is being advanced. Nil unless the status is `advancing`.
    var target: Timestamp?
    /// The time at which the processor deletes the clock and its customers.
    var deletesAfter: Timestamp

    var owner: String? { account }
}
