import Processor
import TextKit
import TimeKit

/// A preview of the next invoice. It is not stored.
///
/// To create the preview, the processor executes the requested change, advances the time to the next invoice,
/// and then reverts all changes.
///
/// Source: Stripe API reference, "Create a preview invoice".
struct InvoicePreview {
    /// The parameters of a preview request that this processor simulates.
    static let asked: Set<String> = SubscriptionRoutes.parts(
        SubscriptionRoutes.itemPrice.union(["id", "deleted"]), of: "subscription_details[items]"
    ).union(
        SubscriptionRoutes.parts(
            [
                "billing_cycle_anchor", "cancel_at", "cancel_at_period_end", "cancel_now",
                "proration_behavior", "proration_date", "trial_end",
            ], of: "subscription_details")
    ).union(
        SubscriptionRoutes.parts(
            [
                "amount", "currency", "description", "discountable", "invoiceitem", "metadata", "period",
                "price", "price_data", "quantity",
            ], of: "invoice_items")
    ).union(["customer", "currency", "subscription", "discounts[coupon]", "preview_mode", "schedule"])

    private let call: Call
    private var work: EngineTransaction { call.work }
    private var details: JSONObject { call["subscription_details"].fields }

    init(_ call: Call) { self.call = call }

    /// Returns the preview in Stripe's JSON format.
    func shown() throws -> JSONObject {
        try require(
            call["preview_mode"].string != "recurring", "parameter_not_simulated",
            "preview_mode=recurring is not simulated.", parameter: "preview_mode")
        let paths = call["expand"].elements.compactMap(\.string)
        return try work.rehearsed {
            let invoice = try work.previewed(invoice())
            // The objects that the change created exist only until it is undone.
            let shown = try work.stripeJSON(invoice).tree
            return try Expansion(work).expand(shown, paths, ["invoice"]).fields
        }
    }

    private func invoice() throws -> Invoice {
        if let id = call["subscription"].string {
            let subscription = try work.named(Subscription.self, id, by: "subscription")
            if let customer = call["customer"].string, customer != subscription.customer {
                throw ProcessorError.invalid(
                    "The customer \(customer) does not have the subscription \(id).",
                    parameter: "subscription")
            }
            guard !subscription.status.isFinal else { throw none(subscription.customer) }
            try addItems(subscription.customer, subscription.id)
            guard let invoice = try after(subscription) else { throw none(subscription.customer) }
            return invoice
        }
        if let id = call["schedule"].string { return try next(of: id) }
        let customer = try call.requiredCustomer()
        guard details.members.isEmpty else { return try first(of: customer) }
        return try next(of: customer)
    }

    /// Returns the next invoice of a subscription after the requested change. This can be an invoice that the
    /// change itself creates. Returns nil if the subscription has no next invoice.
    private func after(_ subscription: Subscription) throws -> Invoice? {
        if details["cancel_now"]?.bool == true {
            let prorates = details["proration_behavior"]?.string != "none"
            let ended = try work.cancel(subscription, prorates: prorates, invoicesNow: true).object
            guard ended.latestInvoice != subscription.latestInvoice else { return nil }
            return try work.find(Invoice.self, ended.latestInvoice)
        }
        let part = subscriptionPart
        if !part.parameters.members.isEmpty {
            let changed = try named {
                try work.change(
                    part.withPlainChanges(subscription),
                    part.subscriptionChange(subscription)
                ).object
            }
            if changed.latestInvoice != subscription.latestInvoice {
                return try work.find(Invoice.self, changed.latestInvoice)
            }
        }
        return try work.nextInvoice(of: subscription.id)
    }

    /// Returns the next invoice of a schedule's subscription. If the schedule has not started, returns the
    /// subscription's first invoice. Throws an error if there is no such invoice.
    private func next(of id: String) throws -> Invoice {
        let schedule = try work.named(SubscriptionSchedule.self, id, by: "schedule")
        try addItems(schedule.customer, schedule.subscription)
        let isStarted = schedule.subscription != nil
        guard !schedule.status.isFinal, let subscription = try work.firstSubscription(of: id),
            let invoice = isStarted
                ? try after(subscription) : try work.find(Invoice.self, subscription.latestInvoice)
        else { throw none(schedule.customer) }
        return invoice
    }

    /// Returns the first invoice of a new subscription.
    private func first(of customer: Customer) throws -> Invoice {
        try addItems(customer.id, nil)
        guard details["items"] != nil else { throw ProcessorError.missing("subscription_details[items]") }
        var part = subscriptionPart
        part.parameters["currency"] = call.parameters["currency"]
        let subscription = try named {
            var terms = try part.subscriptionTerms(customer: customer.id)
            terms.behavior = .defaultIncomplete
            return try work.begin(terms).object
        }
        guard let invoice = try work.find(Invoice.self, subscription.latestInvoice) else {
            throw none(customer.id)
        }
        return invoice
    }

    /// Returns the invoice that a customer's subscriptions will create next. If no subscription has a next
    /// invoice, returns an invoice for the customer's pending invoice items. Throws an error if there are no
    /// pending items either.
    private func next(of customer: Customer) throws -> Invoice {
        let currency = try call.currency()
        try addItems(customer.id, nil)
        let subscriptions = try work.children(Subscription.self, of: customer.id)
            .filter { !$0.status.isFinal && (currency ?? $0.price.currency) == $0.price.currency }
        var found: [(invoice: Invoice, subscription: Subscription)] = []
        for subscription in subscriptions {
            let invoice = try work.rehearsed { try after(subscription) }
            if let invoice { found.append((invoice, subscription)) }
        }
        let first = found.min {
            ($0.invoice.created, $0.invoice.id) < ($1.invoice.created, $1.invoice.id)
        }
        if let first, let invoice = try after(first.subscription) { return invoice }
        let waiting = try work.children(InvoiceItem.self, of: customer.id).first {
            $0.isWaiting && $0.subscription == nil && (currency ?? $0.currency) == $0.currency
        }
        guard let waiting else { throw none(customer.id) }
        let invoice = Invoice(
            id: try work.newID("in"), created: work.now, customer: customer.id, subscription: "",
            status: .draft, billingReason: .manual, amountDue: 0, currency: waiting.currency,
            periodStart: work.now, periodEnd: work.now)
        return try work.begin(invoice, takesWaiting: true, coupons: call.coupons)
    }

    /// Creates or changes the invoice items in the request's `invoice_items`.
    private func addItems(_ customer: String, _ subscription: String?) throws {
        for (place, submitted) in call["invoice_items"].elements.enumerated() {
            var part = call.nested(submitted.fields)
            if let price = part.parameters["price"] {
                part.parameters["pricing"] = ["price": price]
            }
            let owner = "invoice_items[\(place)]"
            if let id = submitted["invoiceitem"].string {
                var item = try work.named(InvoiceItem.self, id, by: "\(owner)[invoiceitem]")
                guard item.isWaiting, item.customer == customer else {
                    throw ProcessorError.noSuch("invoiceitem", id, parameter: "\(owner)[invoiceitem]")
                }
                try named(in: owner) { try part.take(into: &item) }
                try work.put(item)
                continue
            }
            part.parameters["customer"] = .string(customer)
            part.parameters["subscription"] = subscription.map { .string($0) }
            _ = try named(in: owner) { try part.beginInvoiceItem() }
        }
    }

    /// A request to change the subscription, made from the preview's `subscription_details` and `discounts`.
    private var subscriptionPart: Call {
        var part = call.nested(details)
        part.parameters["discounts"] = call.parameters["discounts"]
        return part
    }

    /// Runs a closure for a nested request, and corrects the parameter names in the closure's errors. For
    /// example, `items` becomes `subscription_details[items]`.
    private func named<Value>(in owner: String = "subscription_details", _ body: () throws -> Value) throws
        -> Value
    {
        try Call.naming(owner, except: ["discounts", "customer", "currency"], body)
    }

    private func none(_ customer: String) -> ProcessorError {
        ProcessorError(
            .invalidRequest, status: 404, code: "invoice_upcoming_none",
            message: "No upcoming invoices for customer: \(customer)")
    }
}
