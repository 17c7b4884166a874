import Processor
import TextKit
import TimeKit

/// The routes of `/v1/subscription_items`.
///
/// Source: Stripe API reference, "Subscription Items".
enum SubscriptionItemRoutes {
    static let all: [Route] = [
        .post(path, simulates: asked.union(["subscription"])) { call in
            let id = call["subscription"].string ?? ""
            let subscription = try call.work.named(Subscription.self, id, by: "subscription")
            let changed = try apply(call, to: subscription, id: nil)
            return try shown(call, changed, changed.allItems.last?.id ?? "")
        },
        .get(path, simulates: Filters.part.union(["subscription"])) { call in
            let id = call["subscription"].string ?? ""
            let subscription = try call.work.named(Subscription.self, id, by: "subscription")
            let items = try subscription.allItems.map { try subscription.stripeJSON($0, call.work) }
            return try call.part(of: items, at: path)
        },
        .get(one) { call in try shown(call, owner(call), call.path()) },
        .post(one, simulates: asked) { call in
            try shown(call, apply(call, to: owner(call), id: call.path()), call.path())
        },
        .delete(one, simulates: ["proration_behavior", "proration_date"]) { call in
            var change = SubscriptionChange()
            change.items = [SubscriptionChange.Item(id: call.path(), isDeleted: true)]
            change.proration = try SubscriptionRoutes.proration(call)
            change.prorationDate = call.moment("proration_date")
            let subscription = try owner(call)
            try SubscriptionRoutes.checkComplete(subscription)
            _ = try call.work.change(subscription, change)
            return call.work.deleted(call.path(), SubscriptionItemPlace.objectName)
        },
    ]

    private static let path = "/v1/subscription_items"
    private static let one = "/v1/subscription_items/{item}"
    private static let asked = SubscriptionRoutes.itemPrice.union([
        "proration_behavior", "proration_date", "payment_behavior",
    ])

    /// Returns the subscription that contains the item in the path.
    private static func owner(_ call: Call) throws -> Subscription {
        let id = call.path()
        let place = try call.work.find(SubscriptionItemPlace.self, id)?.subscription
        guard id.hasPrefix("si_"),
            let subscription = try call.work.find(Subscription.self, place ?? "sub_" + id.dropFirst(3)),
            subscription.allItems.contains(where: { $0.id == id })
        else { throw ProcessorError.noSuch("subscription_item", id) }
        return subscription
    }

    private static func apply(_ call: Call, to subscription: Subscription, id: String?) throws -> Subscription
    {
        if !call.parameters.members.allSatisfy({ ["metadata", "expand"].contains($0.key) }) {
            try SubscriptionRoutes.checkComplete(subscription)
        }
        let owner = "items"
        var item = try SubscriptionRoutes.itemChanges(call, .array([call.parameters.tree]), in: owner)[0]
        item.id = id
        var change = SubscriptionChange()
        change.items = [item]
        change.proration = try SubscriptionRoutes.proration(call)
        change.prorationDate = call.moment("proration_date")
        change.mustSucceed = call["payment_behavior"].string == "error_if_incomplete"
        return try call.work.change(subscription, change).object
    }

    private static func shown(_ call: Call, _ subscription: Subscription, _ id: String) throws -> JSONTree {
        guard let item = subscription.allItems.first(where: { $0.id == id }) else {
            throw ProcessorError.noSuch("subscription_item", id)
        }
        return try subscription.stripeJSON(item, call.work)
    }
}
