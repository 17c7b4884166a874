import MoneyKit
import Processor
import TimeKit

/// A sequence of phases. When a phase starts, it changes the subscription.
///
/// Source: Stripe API reference, "Subscription Schedule"; documentation, "Subscription schedules".
struct SubscriptionSchedule: StoredObject {
    enum Status: String, Codable {
        case notStarted = "not_started"
        case active, completed, released, canceled

        /// Whether the schedule has ended and no more phases can begin.
        var isFinal: Bool { self == .completed || self == .released || self == .canceled }
    }

    /// The terms of a subscription. The schedule and each of its phases have their own settings. A value that
    /// a phase does not set is taken from the schedule.
    struct Settings: Hashable, Codable {
        /// The number of days within which the customer must pay; nil if invoices are charged automatically.
        var daysUntilDue: Int64?
        /// The collection method: `charge_automatically` or `send_invoice`. Nil if it is not set.
        var collectionMethod: String?
        var defaultPaymentMethod: String?
        var description: String?
        /// The `billing_cycle_anchor`: `automatic`, or `phase_start` if a new billing period begins at the
        /// start of the phase. Nil if it is not set.
        var anchor: String?
        var onBehalfOf: String?
        var destination: String?
        var applicationFeeBasisPoints: Int64?

        /// Returns these settings, with missing values taken from `other`. A missing ``daysUntilDue`` is
        /// taken only if the collection method is also missing.
        func completed(by other: Self) -> Self {
            Settings(
                daysUntilDue: daysUntilDue ?? (collectionMethod == nil ? other.daysUntilDue : nil),
                collectionMethod: collectionMethod ?? other.collectionMethod,
                defaultPaymentMethod: defaultPaymentMethod ?? other.defaultPaymentMethod,
                description: description ?? other.description, anchor: anchor ?? other.anchor,
                onBehalfOf: onBehalfOf ?? other.onBehalfOf, destination: destination ?? other.destination,
                applicationFeeBasisPoints: applicationFeeBasisPoints ?? other.applicationFeeBasisPoints)
        }
    }

    /// A price and its quantity.
    struct Item: Hashable, Codable {
        var price: Price
        var quantity: Int64 = 1
        var metadata: Metadata = [:]
    }

    /// A period during which the subscription has the same items and terms.
    struct Phase: Hashable, Codable {
        var start: Timestamp
        var end: Timestamp
        var items: [Item]
        /// The items that are charged only once, on the next invoice after the phase begins.
        var added: [Added] = []
        var coupons: [String] = []
        var trialEnd: Timestamp?
        /// The `proration_behavior` that applies to the change at the start of the phase, such as
        /// `create_prorations`.
        var proration = "create_prorations"
        var settings = Settings()
        var metadata: Metadata = [:]
    }

    /// An item that is charged only once.
    struct Added: Hashable, Codable {
        var price: String?
        var product: String
        var unitAmount: Int64
        var currency: Currency
        var quantity: Int64
        var metadata: Metadata
    }

    static let objectName = "subscription_schedule"
    /// The id, `sub_sched_…`.
    var id: String
    var created: Timestamp
    var customer: String
    var status = Status.notStarted
    var subscription: String?
    /// The phases in chronological order. Each phase begins when the previous phase ends.
    var phases: [Phase] = []
    /// The index of the current phase, or nil if no phase has begun.
    var current: Int?
    /// The action after the last phase: `release` keeps the subscription without a schedule, and `cancel`
    /// cancels it.
    var endBehavior = "release"
    var settings = Settings()
    var canceledAt: Timestamp?
    var completedAt: Timestamp?
    var releasedAt: Timestamp?
    /// The subscription that this schedule managed until the schedule was released.
    var releasedSubscription: String?
    var metadata: Metadata = [:]

    var parent: String? { customer }
    /// The current phase, or nil if no phase has begun.
    var currentPhase: Phase? { current.flatMap { phases.indices.contains($0) ? phases[$0] : nil } }

    init(id: String, created: Timestamp, customer: String) {
        self.id = id
        self.created = created
        self.customer = customer
    }
}

extension SubscriptionSchedule.Phase {
    /// Returns the changes that replace a subscription's items with the phase's items. Items with the same
    /// price keep their ids. The remaining new items reuse the ids of the remaining old items, in order. Old
    /// items whose id is not reused are removed.
    func changes(of items: [Subscription.Item]) -> [SubscriptionChange.Item] {
        let new = self.items.filter { wanted in !items.contains { $0.price.id == wanted.price.id } }
        let old = items.filter { item in !self.items.contains { $0.price.id == item.price.id } }
        let kept = items.compactMap { item in
            self.items.first { $0.price.id == item.price.id }.map {
                SubscriptionChange.Item(id: item.id, quantity: $0.quantity, metadata: $0.metadata)
            }
        }
        let replaced = new.enumerated().map { place, item in
            SubscriptionChange.Item(
                id: place < old.count ? old[place].id : nil, price: item.price, quantity: item.quantity,
                metadata: item.metadata)
        }
        return kept + replaced
            + old.dropFirst(new.count).map { SubscriptionChange.Item(id: $0.id, isDeleted: true) }
    }
}
