import MoneyKit
import Processor
import TextKit
import TimeKit

/// The routes of `/v1/subscriptions`.
///
/// Source: Stripe API reference, "Subscriptions".
enum SubscriptionRoutes {
    static let all: [Route] = [
        .post(path, simulates: asked.union(begun), keeps: kept) { call in
            try call.beginSubscription(customer: nil)
        },
        .post(
            "/v1/customers/{customer}/subscriptions", simulates: asked.union(begun).subtracting(["customer"]),
            keeps: kept
        ) {
            call in try call.beginSubscription(customer: call.work.living(call.path(), by: nil).id)
        },
        .get(path, simulates: Filters.list.union(["collection_method", "customer", "price", "status"])) {
            call in
            let (status, price) = (call["status"].string, call["price"].string)
            let isSent = call["collection_method"].string.map { $0 == "send_invoice" }
            return try call.scanned(Subscription.self, where: call.filter(["customer": "customer"])) { one in
                (isSent == nil || isSent == (one.daysUntilDue != nil))
                    && (price == nil || one.allItems.contains { $0.price.id == price })
                    && isListed(one, by: status)
            }
        },
        .search(path, Subscription.self),
        .one(one, Subscription.self),
        .post(one, simulates: asked.union(changed), keeps: kept) { call in
            let subscription = try call.object(Subscription.self)
            try call.checkMinor(subscription)
            let isAboutTheEnd = call.parameters.members.allSatisfy {
                ["metadata", "cancellation_details", "expand"].contains($0.key)
            }
            if subscription.status.isFinal, isAboutTheEnd {
                let updated = try call.work.put(call.withPlainChanges(subscription))
                return try call.shown(call.work.emit("customer.subscription.updated", updated))
            }
            return try call.shown(
                call.work.change(call.withPlainChanges(subscription), call.subscriptionChange(subscription)))
        },
        .delete(
            one,
            simulates: [
                "cancellation_details[comment]", "cancellation_details[feedback]", "invoice_now", "prorate",
            ]
        ) { call in
            var subscription = try call.object(Subscription.self)
            take(cancellationDetails: call["cancellation_details"], into: &subscription)
            return try call.shown(
                call.work.cancel(
                    subscription, prorates: call["prorate"].bool ?? false,
                    invoicesNow: call["invoice_now"].bool ?? false))
        },
        .post("/v1/subscriptions/{subscription}/resume", simulates: ["billing_cycle_anchor"]) { call in
            try require(
                call["billing_cycle_anchor"].string != "unchanged", "parameter_not_simulated",
                "billing_cycle_anchor=unchanged is not simulated: use billing_cycle_anchor=now.",
                parameter: "billing_cycle_anchor")
            return try call.shown(call.work.resume(subscription: call.path()))
        },
    ]

    private static let path = "/v1/subscriptions"
    private static let one = "/v1/subscriptions/{subscription_exposed_id}"
    /// The supported parameters of a subscription item. Every request with subscription items accepts these
    /// parameters.
    static let itemPrice: Set<String> = [
        "price", "price_data[currency]", "price_data[product]", "price_data[recurring]",
        "price_data[unit_amount]", "quantity", "metadata", "tax_rates",
    ]
    /// Returns the full names of parameters that are nested in another parameter, such as
    /// `items[price_data][currency]`.
    static func parts(_ names: Set<String>, of owner: String) -> Set<String> {
        Set(
            names.map { name in
                let halves = name.split(separator: "[", maxSplits: 1)
                return halves.count == 2 ? "\(owner)[\(halves[0])][\(halves[1])" : "\(owner)[\(name)]"
            })
    }

    private static let asked: Set<String> = parts(itemPrice, of: "items").union([
        "application_fee_percent", "billing_cycle_anchor", "cancel_at", "cancel_at_period_end",
        "collection_method", "days_until_due", "default_payment_method", "default_tax_rates", "description",
        "discounts[coupon]", "discounts[promotion_code]", "metadata",
        "off_session", "on_behalf_of", "payment_behavior", "payment_settings[save_default_payment_method]",
        "proration_behavior", "transfer_data[destination]", "trial_end", "trial_settings",
    ])
    private static let begun: Set<String> = parts(
        itemPrice.subtracting(["price_data[recurring]"]), of: "add_invoice_items"
    ).union([
        "billing_cycle_anchor_config", "currency", "customer", "trial_period_days",
    ])
    private static let changed: Set<String> = [
        "items[id]", "items[deleted]", "pause_collection[behavior]", "pause_collection[resumes_at]",
        "proration_date", "cancellation_details[comment]", "cancellation_details[feedback]",
    ]
    private static let kept: Set<String> = ["billing_mode", "payment_settings", "invoice_settings"]

    /// The parameters that a request can change while the first payment of a subscription is missing.
    ///
    /// Source: Stripe API reference, "Subscriptions", `status`.
    fileprivate static let minor: Set<String> = [
        "cancellation_details", "default_payment_method", "default_source", "description", "expand",
        "metadata", "payment_settings",
    ]

    /// Throws an error if the first payment of a subscription is missing.
    static func checkComplete(_ subscription: Subscription) throws {
        guard subscription.status == .incomplete else { return }
        throw Executed(
            .invalid(
                "You cannot update a subscription in `incomplete` status in a way that results in a new invoice or invoice items. Only minor attributes, like `metadata` or `default_payment_method`, can be updated on such subscriptions."
            ))
    }

    fileprivate static func take(cancellationDetails: JSONTree, into subscription: inout Subscription) {
        for field in cancellationDetails.object?.members ?? [] {
            switch field.key {
            case "comment": subscription.cancellationComment = field.value.string
            case "feedback": subscription.cancellationFeedback = field.value.string
            default: break
            }
        }
    }

    private static func isListed(_ subscription: Subscription, by status: String?) -> Bool {
        switch status {
        case nil: subscription.status != .canceled
        case "all": true
        case "ended": subscription.status.isFinal
        case .some(let status): subscription.status.rawValue == status
        }
    }
}

extension Call {
    /// Throws an error if a request changes more than minor attributes of an incomplete subscription.
    fileprivate func checkMinor(_ subscription: Subscription) throws {
        guard !parameters.members.allSatisfy({ SubscriptionRoutes.minor.contains($0.key) }) else { return }
        try SubscriptionRoutes.checkComplete(subscription)
    }

    fileprivate func beginSubscription(customer: String?) throws -> JSONObject {
        guard let customer = customer ?? self["customer"].string else {
            throw ProcessorError.missing("customer")
        }
        _ = try work.living(customer, by: "customer")
        return try shown(work.begin(subscriptionTerms(customer: customer)))
    }

    /// Returns the terms of the new subscription that a request describes.
    func subscriptionTerms(customer: String) throws -> SubscriptionTerms {
        let daysUntilDue = try daysUntilDue(before: nil)
        let items = try self["items"].elements.enumerated().map { place, submitted in
            let owner = "items[\(place)]"
            return SubscriptionTerms.Item(
                price: try price(submitted, in: owner, mustRecur: true),
                quantity: try quantity(submitted, in: owner) ?? 1,
                metadata: submitted["metadata"].metadata,
                taxRates: try taxRates("tax_rates", in: submitted, of: owner))
        }
        guard !items.isEmpty else { throw ProcessorError.missing("items") }
        var terms = SubscriptionTerms(customer: customer, items: items)
        if let currency = try currency(), currency != items[0].price.currency {
            throw ProcessorError.invalid(
                "The price specified only supports `\(items[0].price.currency.code)`.",
                parameter: "currency")
        }
        terms.behavior = try paymentBehavior()
        terms.defaultPaymentMethod = self["default_payment_method"].string
        terms.daysUntilDue = daysUntilDue
        terms.trialEnd = try trialEnd()
        terms.showsTrial = true
        terms.anchor = moment("billing_cycle_anchor")
        terms.anchorConfig = anchorConfig()
        terms.added = try addedItems()
        terms.prorates = self["proration_behavior"].string != "none"
        try checkCancellation()
        terms.cancelAt = moment("cancel_at")
        terms.cancelAtPeriodEnd = self["cancel_at_period_end"].bool ?? false
        terms.coupons = coupons
        terms.promotionCodes = promotionCodes
        terms.defaultTaxRates = try taxRates("default_tax_rates")
        terms.destination = self["transfer_data"]["destination"].string
        terms.onBehalfOf = self["on_behalf_of"].string
        terms.applicationFeeBasisPoints = try basisPoints("application_fee_percent")
        try work.checkPayer(
            of: terms.applicationFeeBasisPoints, destination: terms.destination, by: "application_fee_percent"
        )
        terms.withoutMethod = self["trial_settings"]["end_behavior"]["missing_payment_method"].string
        terms.savesMethod =
            self["payment_settings"]["save_default_payment_method"].string == "on_subscription"
        terms.description = self["description"].string
        terms.metadata = metadata
        return terms
    }

    fileprivate func anchorConfig() -> BillingAnchor? {
        let submitted = self["billing_cycle_anchor_config"]
        func number(_ name: String) -> Int? { submitted[name].integer.map { Int(clamping: $0) } }
        guard let day = number("day_of_month") else { return nil }
        return BillingAnchor(
            dayOfMonth: day, month: number("month"), hour: number("hour"), minute: number("minute"),
            second: number("second"))
    }

    func addedItems() throws -> [SubscriptionTerms.Added] {
        let submitted = self["add_invoice_items"].elements
        try require(
            submitted.count <= 20, "You may pass up to 20 items.", parameter: "add_invoice_items")
        return try submitted.enumerated().map { place, submitted in
            let owner = "add_invoice_items[\(place)]"
            let price = try price(submitted, in: owner, mustRecur: false)
            try require(
                price.interval == nil,
                "The price specified is set to `type=recurring` but this field only accepts prices with `type=one_time`.",
                parameter: "\(owner)[price]")
            return SubscriptionTerms.Added(
                price: price.id, product: price.product, unitAmount: price.unitAmount,
                currency: price.currency, quantity: try quantity(submitted, in: owner) ?? 1,
                metadata: submitted["metadata"].metadata,
                taxRates: try taxRates("tax_rates", in: submitted, of: owner))
        }
    }

    /// Returns the number of days within which the customer must pay an invoice. Returns nil if invoices are
    /// charged automatically.
    ///
    /// - Parameter before: The number before this request is applied; nil for a new subscription, or if
    ///   invoices were charged automatically.
    fileprivate func daysUntilDue(before: Int64?) throws -> Int64? {
        let isSent = self["collection_method"].string.map { $0 == "send_invoice" } ?? (before != nil)
        let submitted = self["days_until_due"].integer
        guard isSent else {
            try require(
                submitted == nil, "You can only specify days_until_due with collection_method=send_invoice.",
                parameter: "days_until_due")
            return nil
        }
        guard let days = submitted ?? before else { throw ProcessorError.missing("days_until_due") }
        try check(daysUntilDue: days)
        return days
    }

    fileprivate func paymentBehavior() throws -> SubscriptionTerms.PaymentBehavior {
        guard let text = self["payment_behavior"].string else { return .allowIncomplete }
        guard let behavior = SubscriptionTerms.PaymentBehavior(rawValue: text) else {
            throw ProcessorError.notSimulated(
                "payment_behavior=\(text) is not simulated.",
                parameter: "payment_behavior")
        }
        return behavior
    }

    fileprivate func trialEnd() throws -> Timestamp? {
        if self["trial_period_days"].integer != nil {
            try require(
                !has("trial_end"),
                "You may only specify one of these parameters: trial_end, trial_period_days.",
                parameter: "trial_period_days")
            return try trialPeriodDays().map { work.now.adding(seconds: $0 * 86_400) }
        }
        return self["trial_end"].string == "now" ? nil : moment("trial_end")
    }

    /// Applies the requested changes that have no side effects, such as a new description, and returns the
    /// changed subscription.
    func withPlainChanges(_ old: Subscription) throws -> Subscription {
        var subscription = old
        subscription.daysUntilDue = try daysUntilDue(before: old.daysUntilDue)
        subscription.metadata = try metadata(over: old.metadata)
        SubscriptionRoutes.take(cancellationDetails: self["cancellation_details"], into: &subscription)
        take("description", into: &subscription.description)
        if let rates = try taxRates("default_tax_rates") { subscription.defaultTaxRates = rates }
        if let method = self["default_payment_method"].string {
            try work.checkMethod(method, of: work.living(old.customer, by: "customer"))
            subscription.defaultPaymentMethod = method
        } else if has("default_payment_method") {
            subscription.defaultPaymentMethod = nil
        }
        if has("application_fee_percent") {
            subscription.applicationFeeBasisPoints = try basisPoints("application_fee_percent")
        }
        if has("transfer_data") {
            subscription.destination = try transferDestination()
        }
        if has("application_fee_percent") || has("transfer_data") {
            try work.checkPayer(
                of: subscription.applicationFeeBasisPoints, destination: subscription.destination,
                by: "application_fee_percent")
        }
        if has("on_behalf_of") {
            subscription.onBehalfOf = try id(Account.self, "on_behalf_of")
        }
        if let wanted = self["trial_settings"]["end_behavior"]["missing_payment_method"].string {
            subscription.withoutMethod = wanted
        }
        if let saves = self["payment_settings"]["save_default_payment_method"].string {
            subscription.savesMethod = saves == "on_subscription"
        }
        return subscription
    }

    /// Throws an error if the request cancels the subscription both at the end of the period and at a time.
    fileprivate func checkCancellation() throws {
        try require(
            self["cancel_at_period_end"].bool != true || self["cancel_at"].isNull,
            "Received both cancel_at and cancel_at_period_end parameters. Please pass in only one.",
            parameter: "cancel_at_period_end")
    }

    func subscriptionChange(_ old: Subscription) throws -> SubscriptionChange {
        var change = SubscriptionChange()
        change.items = try itemChanges(self["items"], in: "items")
        change.proration = try proration()
        change.prorationDate = moment("proration_date")
        change.mustSucceed = try paymentBehavior() == .errorIfIncomplete
        change.restarts = self["billing_cycle_anchor"].string == "now"
        if self["trial_end"].string == "now" {
            change.endsTrial = old.status == .trialing
        } else {
            change.trialEnd = moment("trial_end")
        }
        try checkCancellation()
        change.cancelAtPeriodEnd = self["cancel_at_period_end"].bool
        if has("cancel_at") { change.cancelAt = .some(moment("cancel_at")) }
        if has("discounts") {
            change.coupons = coupons
            change.promotionCodes = promotionCodes
        }
        let pause = self["pause_collection"]
        if pause.object != nil {
            change.pause = .paused(until: moment("resumes_at", in: pause))
            change.pauseBehavior = pause["behavior"].string
        } else if has("pause_collection") {
            change.pause = .resumed
        }
        return change
    }

    func proration() throws -> SubscriptionChange.Proration {
        self["proration_behavior"].string.flatMap(SubscriptionChange.Proration.init) ?? .createProrations
    }

    /// Returns the changes to subscription items that a request contains.
    func itemChanges(_ submitted: JSONTree, in owner: String) throws
        -> [SubscriptionChange.Item]
    {
        try submitted.elements.enumerated().map { place, submitted in
            let name = "\(owner)[\(place)]"
            var change = SubscriptionChange.Item(id: submitted["id"].string)
            change.isDeleted = submitted["deleted"].bool ?? false
            if submitted["price"].string != nil || submitted["price_data"].object != nil {
                change.price = try price(submitted, in: name, mustRecur: true)
            }
            change.quantity = try quantity(submitted, in: name)
            change.taxRates = try taxRates("tax_rates", in: submitted, of: name)
            if submitted["metadata"].object != nil { change.metadata = submitted["metadata"].metadata }
            return change
        }
    }
}
