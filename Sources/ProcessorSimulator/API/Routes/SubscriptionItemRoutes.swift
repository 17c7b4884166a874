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
            let changed = try call.applyItem(to: subscription, id: nil)
            return try call.shownItem(changed, changed.allItems.last?.id ?? "")
        },
        .get(path, simulates: Filters.part.union(["subscription"])) { call in
            let id = call["subscription"].string ?? ""
            let subscription = try call.work.named(Subscription.self, id, by: "subscription")
            let items = try subscription.allItems.map { try subscription.stripeJSON($0, call.work) }
            return try call.part(of: items)
        },
        .get(one) { call in try call.shownItem(call.itemOwner(), call.path()) },
        .post(one, simulates: asked) { call in
            try call.shownItem(call.applyItem(to: call.itemOwner(), id: call.path()), call.path())
        },
        .delete(one, simulates: ["proration_behavior", "proration_date"]) { call in
            var change = SubscriptionChange()
            change.items = [SubscriptionChange.Item(id: call.path(), isDeleted: true)]
            change.proration = try call.proration()
            change.prorationDate = call.moment("proration_date")
            let subscription = try call.itemOwner()
            try SubscriptionRoutes.checkComplete(subscription)
            _ = try call.work.change(subscription, change)
            return SubscriptionItemPlace.deleted(call.path())
        },
    ]

    private static let path = "/v1/subscription_items"
    private static let one = "/v1/subscription_items/{item}"
    private static let asked = SubscriptionRoutes.itemPrice.union([
        "proration_behavior", "proration_date", "payment_behavior",
    ])
}

extension Call {
    /// Returns the subscription that contains the item in the path.
    fileprivate func itemOwner() throws -> Subscription {
        let id = path()
        let place = try work.find(SubscriptionItemPlace.self, id)?.subscription
        guard id.hasPrefix("si_"),
            let subscription = try work.find(Subscription.self, place ?? "sub_" + id.dropFirst(3)),
            subscription.allItems.contains(where: { $0.id == id })
        else { throw ProcessorError.noSuch("subscription_item", id) }
        return subscription
    }

    fileprivate func applyItem(to subscription: Subscription, id: String?) throws -> Subscription {
        if !parameters.members.allSatisfy({ ["metadata", "expand"].contains($0.key) }) {
            try SubscriptionRoutes.checkComplete(subscription)
        }
        let owner = "items"
        var item = try itemChanges(.array([parameters.tree]), in: owner)[0]
        item.id = id
        var change = SubscriptionChange()
        change.items = [item]
        change.proration = try proration()
        change.prorationDate = moment("proration_date")
        change.mustSucceed = self["payment_behavior"].string == "error_if_incomplete"
        return try work.change(subscription, change).object
    }

    fileprivate func shownItem(_ subscription: Subscription, _ id: String) throws -> JSONObject {
        guard let item = subscription.allItems.first(where: { $0.id == id }) else {
            throw ProcessorError.noSuch("subscription_item", id)
        }
        return try subscription.stripeJSON(item, work)
    }
}
