import Processor
import TextKit

/// The routes that remove a discount.
///
/// Source: Stripe API reference, "Delete a customer discount", "Delete a subscription discount".
enum DiscountRoutes {
    static let all: [Route] = [
        .delete("/v1/customers/{customer}/discount") { call in
            // Discounts of customers are not simulated.
            let customer = try call.customerInPath()
            throw missing("customer \(customer.id)")
        },
        .delete("/v1/subscriptions/{subscription_exposed_id}/discount") { call in
            let subscription = try call.object(Subscription.self)
            guard let discount = try call.work.removeDiscounts(from: subscription) else {
                throw missing("subscription \(subscription.id) on customer \(subscription.customer)")
            }
            var fields = try call.work.stripeJSON(discount)
            fields["end"] = nil
            fields["deleted"] = true
            return call.work.complete(fields, as: "deleted_discount")
        },
    ]

    private static func missing(_ owner: String) -> ProcessorError {
        ProcessorError(
            .invalidRequest, status: 404, code: "resource_missing",
            message: "No active discount for \(owner)")
    }
}

extension EngineTransaction {
    /// Removes all discounts of a subscription. Returns the last removed discount, or nil if the subscription
    /// had no discounts.
    fileprivate func removeDiscounts(from subscription: Subscription) throws -> Discount? {
        let removed = try (subscription.discounts ?? []).compactMap { try find(Discount.self, $0) }
        guard !removed.isEmpty else { return nil }
        var change = SubscriptionChange()
        change.coupons = []
        _ = try self.change(subscription, change)
        for discount in removed { try emit("customer.discount.deleted", encoded(discount)) }
        return removed.last
    }
}
