import MoneyKit
import Processor
import TextKit
import TimeKit

/// The routes of `/v1/subscriptions`.
///
/// Source: Stripe API reference, "Subscriptions".
enum SubscriptionRoutes {
    static let all: [Route] = [
        .post(path, simulates: asked.union(begun), keeps: kept) { call in try begin(call, customer: nil) },
        .post(
            "/v1/customers/{customer}/subscriptions", simulates: asked.union(begun).subtracting(["customer"]),
            keeps: kept
        ) {
            call in try begin(call, customer: call.work.living(call.path(), by: nil).id)
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
            try checkMinor(call, subscription)
            let isAboutTheEnd = call.parameters.members.allSatisfy {
                ["metadata", "cancellation_details", "expand"].contains($0.key)
            }
            if subscription.status.isFinal, isAboutTheEnd {
                let updated = try call.work.put(plain(call, subscription))
                return try call.shown(call.work.emit("customer.subscription.updated", updated))
            }
            return try call.shown(
                call.work.change(plain(call, subscription), change(call, subscription)))
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
            guard call["billing_cycle_anchor"].string != "unchanged" else {
                throw ProcessorError.invalid(
                    "parameter_not_simulated",
                    "billing_cycle_anchor=unchanged is not simulated: use billing_cycle_anchor=now.",
                    parameter: "billing_cycle_anchor")
            }
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
    private static let minor: Set<String> = [
        "cancellation_details", "default_payment_method", "default_source", "description", "expand",
        "metadata", "payment_settings",
    ]

    /// Throws an error if a request changes more than minor attributes of an incomplete subscription.
    private static func checkMinor(_ call: Call, _ subscription: Subscription) throws {
        guard !call.parameters.members.allSatisfy({ minor.contains($0.key) }) else { return }
        try checkComplete(subscription)
    }

    /// Throws an error if the first payment of a subscription is missing.
    static func checkComplete(_ subscription: Subscription) throws {
        guard subscription.status == .incomplete else { return }
        throw Executed(
            .invalid(
                "You cannot update a subscription in `incomplete` status in a way that results in a new invoice or invoice items. Only minor attributes, like `metadata` or `default_payment_method`, can be updated on such subscriptions."
            ))
    }

    private static func take(cancellationDetails: JSONTree, into subscription: inout Subscription) {
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

    private static func begin(_ call: Call, customer: String?) throws -> JSONTree {
        guard let customer = customer ?? call["customer"].string else {
            throw ProcessorError.missing("customer")
        }
        _ = try call.work.living(customer, by: "customer")
        return try call.shown(call.work.begin(terms(call, customer: customer)))
    }

    /// Returns the terms of the new subscription that a request describes.
    static func terms(_ call: Call, customer: String) throws -> SubscriptionTerms {
        let daysUntilDue = try daysUntilDue(call, before: nil)
        let items = try call["items"].elements.enumerated().map { place, submitted in
            let owner = "items[\(place)]"
            return SubscriptionTerms.Item(
                price: try call.price(submitted, in: owner, mustRecur: true),
                quantity: try call.quantity(submitted, in: owner) ?? 1,
                metadata: Call.metadata(submitted["metadata"]),
                taxRates: try call.taxRates("tax_rates", in: submitted, of: owner))
        }
        guard !items.isEmpty else { throw ProcessorError.missing("items") }
        var terms = SubscriptionTerms(customer: customer, items: items)
        if let currency = try call.currency(), currency != items[0].price.currency {
            throw ProcessorError.invalid(
                "The price specified only supports `\(items[0].price.currency.code)`.",
                parameter: "currency")
        }
        terms.behavior = try behavior(call)
        terms.defaultPaymentMethod = call["default_payment_method"].string
        terms.daysUntilDue = daysUntilDue
        terms.trialEnd = try trialEnd(call)
        terms.showsTrial = true
        terms.anchor = call.moment("billing_cycle_anchor")
        terms.anchorConfig = anchorConfig(call)
        terms.added = try added(call)
        terms.prorates = call["proration_behavior"].string != "none"
        try checkCancellation(call)
        terms.cancelAt = call.moment("cancel_at")
        terms.cancelAtPeriodEnd = call["cancel_at_period_end"].bool ?? false
        terms.coupons = call.coupons
        terms.promotionCodes = call.promotionCodes
        terms.defaultTaxRates = try call.taxRates("default_tax_rates")
        terms.destination = call["transfer_data"]["destination"].string
        terms.onBehalfOf = call["on_behalf_of"].string
        terms.applicationFeeBasisPoints = try call.basisPoints("application_fee_percent")
        try call.work.checkPayer(
            of: terms.applicationFeeBasisPoints, destination: terms.destination, by: "application_fee_percent"
        )
        terms.withoutMethod = call["trial_settings"]["end_behavior"]["missing_payment_method"].string
        terms.savesMethod =
            call["payment_settings"]["save_default_payment_method"].string == "on_subscription"
        terms.description = call["description"].string
        terms.metadata = call.metadata
        return terms
    }

    private static func anchorConfig(_ call: Call) -> BillingAnchor? {
        let submitted = call["billing_cycle_anchor_config"]
        func number(_ name: String) -> Int? { submitted[name].integer.map { Int(clamping: $0) } }
        guard let day = number("day_of_month") else { return nil }
        return BillingAnchor(
            dayOfMonth: day, month: number("month"), hour: number("hour"), minute: number("minute"),
            second: number("second"))
    }

    static func added(_ call: Call) throws -> [SubscriptionTerms.Added] {
        let submitted = call["add_invoice_items"].elements
        guard submitted.count <= 20 else {
            throw ProcessorError.invalid(
                "You may pass up to 20 items.", parameter: "add_invoice_items")
        }
        return try submitted.enumerated().map { place, submitted in
            let owner = "add_invoice_items[\(place)]"
            let price = try call.price(submitted, in: owner, mustRecur: false)
            guard price.interval == nil else {
                throw ProcessorError.invalid(
                    "The price specified is set to `type=recurring` but this field only accepts prices with `type=one_time`.",
                    parameter: "\(owner)[price]")
            }
            return SubscriptionTerms.Added(
                price: price.id, product: price.product, unitAmount: price.unitAmount,
                currency: price.currency, quantity: try call.quantity(submitted, in: owner) ?? 1,
                metadata: Call.metadata(submitted["metadata"]),
                taxRates: try call.taxRates("tax_rates", in: submitted, of: owner))
        }
    }

    /// Returns the number of days within which the customer must pay an invoice. Returns nil if invoices are
    /// charged automatically.
    ///
    /// - Parameter before: The number before this request is applied; nil for a new subscription, or if
    ///   invoices were charged automatically.
    private static func daysUntilDue(_ call: Call, before: Int64?) throws -> Int64? {
        let isSent = call["collection_method"].string.map { $0 == "send_invoice" } ?? (before != nil)
        let submitted = call["days_until_due"].integer
        guard isSent else {
            guard submitted == nil else {
                throw ProcessorError.invalid(
                    "You can only specify days_until_due with collection_method=send_invoice.",
                    parameter: "days_until_due")
            }
            return nil
        }
        guard let days = submitted ?? before else { throw ProcessorError.missing("days_until_due") }
        try call.check(daysUntilDue: days)
        return days
    }

    private static func behavior(_ call: Call) throws -> SubscriptionTerms.PaymentBehavior {
        guard let text = call["payment_behavior"].string else { return .allowIncomplete }
        guard let behavior = SubscriptionTerms.PaymentBehavior(rawValue: text) else {
            throw ProcessorError.invalid(
                "parameter_not_simulated", "payment_behavior=\(text) is not simulated.",
                parameter: "payment_behavior")
        }
        return behavior
    }

    private static func trialEnd(_ call: Call) throws -> Timestamp? {
        if let days = call["trial_period_days"].integer {
            guard !call.has("trial_end") else {
                throw ProcessorError.invalid(
                    "You may only specify one of these parameters: trial_end, trial_period_days.",
                    parameter: "trial_period_days")
            }
            guard (0...730).contains(days) else {
                throw ProcessorError.invalid(
                    "trial_period_days must be between 0 and 730.", parameter: "trial_period_days")
            }
            return days == 0 ? nil : call.work.now.adding(seconds: days * 86_400)
        }
        return call["trial_end"].string == "now" ? nil : call.moment("trial_end")
    }

    /// Applies the requested changes that have no side effects, such as a new description, and returns the
    /// changed subscription.
    static func plain(_ call: Call, _ old: Subscription) throws -> Subscription {
        var subscription = old
        subscription.daysUntilDue = try daysUntilDue(call, before: old.daysUntilDue)
        subscription.metadata = try call.metadata(over: old.metadata)
        take(cancellationDetails: call["cancellation_details"], into: &subscription)
        call.take("description", into: &subscription.description)
        if let rates = try call.taxRates("default_tax_rates") { subscription.defaultTaxRates = rates }
        if let method = call["default_payment_method"].string {
            try call.work.checkMethod(method, of: call.work.living(old.customer, by: "customer"))
            subscription.defaultPaymentMethod = method
        } else if call.has("default_payment_method") {
            subscription.defaultPaymentMethod = nil
        }
        if call.has("application_fee_percent") {
            subscription.applicationFeeBasisPoints = try call.basisPoints("application_fee_percent")
        }
        if call.has("transfer_data") {
            subscription.destination = try call["transfer_data"]["destination"].string.map {
                try call.work.destination($0, by: "transfer_data[destination]").id
            }
        }
        if call.has("application_fee_percent") || call.has("transfer_data") {
            try call.work.checkPayer(
                of: subscription.applicationFeeBasisPoints, destination: subscription.destination,
                by: "application_fee_percent")
        }
        if call.has("on_behalf_of") {
            subscription.onBehalfOf = try call["on_behalf_of"].string.map {
                try call.work.named(Account.self, $0, by: "on_behalf_of").id
            }
        }
        if let wanted = call["trial_settings"]["end_behavior"]["missing_payment_method"].string {
            subscription.withoutMethod = wanted
        }
        if let saves = call["payment_settings"]["save_default_payment_method"].string {
            subscription.savesMethod = saves == "on_subscription"
        }
        return subscription
    }

    /// Throws an error if the request cancels the subscription both at the end of the period and at a time.
    private static func checkCancellation(_ call: Call) throws {
        guard call["cancel_at_period_end"].bool != true || call["cancel_at"].isNull else {
            throw ProcessorError.invalid(
                "Received both cancel_at and cancel_at_period_end parameters. Please pass in only one.",
                parameter: "cancel_at_period_end")
        }
    }

    static func change(_ call: Call, _ old: Subscription) throws -> SubscriptionChange {
        var change = SubscriptionChange()
        change.items = try itemChanges(call, call["items"], in: "items")
        change.proration = try proration(call)
        change.prorationDate = call.moment("proration_date")
        change.mustSucceed = try behavior(call) == .errorIfIncomplete
        change.restarts = call["billing_cycle_anchor"].string == "now"
        if call["trial_end"].string == "now" {
            change.endsTrial = old.status == .trialing
        } else {
            change.trialEnd = call.moment("trial_end")
        }
        try checkCancellation(call)
        change.cancelAtPeriodEnd = call["cancel_at_period_end"].bool
        if call.has("cancel_at") { change.cancelAt = .some(call.moment("cancel_at")) }
        if call.has("discounts") {
            change.coupons = call.coupons
            change.promotionCodes = call.promotionCodes
        }
        let pause = call["pause_collection"]
        if pause.object != nil {
            change.pause = .paused(until: call.moment("resumes_at", in: pause))
            change.pauseBehavior = pause["behavior"].string
        } else if call.has("pause_collection") {
            change.pause = .resumed
        }
        return change
    }

    static func proration(_ call: Call) throws -> SubscriptionChange.Proration {
        call["proration_behavior"].string.flatMap(SubscriptionChange.Proration.init) ?? .createProrations
    }

    /// Returns the changes to subscription items that a request contains.
    static func itemChanges(_ call: Call, _ submitted: JSONTree, in owner: String) throws
        -> [SubscriptionChange.Item]
    {
        try submitted.elements.enumerated().map { place, submitted in
            let name = "\(owner)[\(place)]"
            var change = SubscriptionChange.Item(id: submitted["id"].string)
            change.isDeleted = submitted["deleted"].bool ?? false
            if submitted["price"].string != nil || submitted["price_data"].object != nil {
                change.price = try call.price(submitted, in: name, mustRecur: true)
            }
            change.quantity = try call.quantity(submitted, in: name)
            change.taxRates = try call.taxRates("tax_rates", in: submitted, of: name)
            if submitted["metadata"].object != nil { change.metadata = Call.metadata(submitted["metadata"]) }
            return change
        }
    }
}
