import MoneyKit
public import Processor
import TimeKit

extension ProcessorClient {
    /// Creates a product.
    public func createProduct(named name: String, metadata: Metadata, key: IdempotencyKey)
        async throws(ProcessorError) -> Product
    {
        try await ask(
            ProductResponse.self, "POST", "/v1/products", ["name": name, "metadata": metadata], key: key)
    }

    /// Creates a price.
    public func create(_ request: Price.Create, key: IdempotencyKey) async throws(ProcessorError) -> Price {
        try await ask(
            PriceResponse.self, "POST", "/v1/prices",
            [
                "product": request.product, "unit_amount": request.unitAmount, "currency": request.currency,
                "recurring[interval]": request.interval?.rawValue,
            ], key: key)
    }

    /// Creates a subscription. If an amount is due, the first invoice is charged immediately.
    public func create(_ request: Subscription.Create, key: IdempotencyKey)
        async throws(ProcessorError) -> Subscription
    {
        let (anchor, added) = (request.anchor, request.addedAmount)
        let form: Form = [
            "customer": request.customer, "items[0][price]": request.price,
            "default_payment_method": request.defaultPaymentMethod, "trial_end": request.trialEnd,
            "billing_cycle_anchor_config[day_of_month]": anchor?.dayOfMonth,
            "billing_cycle_anchor_config[month]": anchor?.month,
            "billing_cycle_anchor_config[hour]": anchor?.hour,
            "billing_cycle_anchor_config[minute]": anchor?.minute,
            "billing_cycle_anchor_config[second]": anchor?.second,
            "proration_behavior": anchor == nil ? nil : "none",
            "add_invoice_items[0][price_data][product]": added?.product,
            "add_invoice_items[0][price_data][currency]": added?.currency,
            "add_invoice_items[0][price_data][unit_amount]": added?.amount,
            "transfer_data[destination]": request.destination, "on_behalf_of": request.onBehalfOf,
            "application_fee_percent": request.applicationFeeBasisPoints.map(percent),
            "payment_behavior": request.errorIfIncomplete ? "error_if_incomplete" : "allow_incomplete",
            "off_session": !(request.isOnSession ?? false),
            "discounts[0][promotion_code]": request.promotionCode, "description": request.description,
            "metadata": request.metadata,
        ]
        return try await ask(SubscriptionResponse.self, "POST", "/v1/subscriptions", form, key: key)
    }

    /// Changes a subscription. A new price takes effect with the next invoice, unless the request's
    /// `invoicesDifference` is true.
    public func update(subscription: String, _ request: Subscription.Update, key: IdempotencyKey)
        async throws(ProcessorError) -> Subscription
    {
        var form: Form = [:]
        if let price = request.price {
            let known: ItemsResponse = try await ask("GET", "/v1/subscriptions/\(subscription)")
            form.add("items[0][id]", known.items.data.first?.id)
            form.add("items[0][price]", price)
        }
        form.add("default_payment_method", request.defaultPaymentMethod)
        form.add("trial_end", request.trialEnd)
        form.add("application_fee_percent", request.applicationFeeBasisPoints.map(percent))
        form.add("cancel_at_period_end", request.cancelAtPeriodEnd)
        switch request.pause {
        case .paused(let moment):
            form.add("pause_collection[behavior]", "void")
            form.add("pause_collection[resumes_at]", moment)
        case .resumed: form.add("pause_collection", "")
        case nil: break
        }
        if request.price != nil, request.invoicesDifference == true {
            form.add("proration_behavior", "always_invoice")
            form.add("payment_behavior", "error_if_incomplete")
        } else if request.price != nil || request.trialEnd != nil {
            form.add("proration_behavior", "none")
        }
        form.add("metadata", request.metadata)
        return try await ask(
            SubscriptionResponse.self, "POST", "/v1/subscriptions/\(subscription)", form, key: key)
    }

    /// Cancels a subscription immediately. Canceling it again fails with `resource_missing`.
    public func cancel(subscription: String, key: IdempotencyKey) async throws(ProcessorError) -> Subscription
    {
        try await ask(SubscriptionResponse.self, "DELETE", "/v1/subscriptions/\(subscription)", key: key)
    }

    /// Retrieves a subscription.
    public func subscription(_ id: String) async throws(ProcessorError) -> Subscription {
        try await ask(SubscriptionResponse.self, "GET", "/v1/subscriptions/\(id)")
    }

    /// Lists subscriptions, newest first, including canceled ones.
    public func subscriptions(_ query: ListQuery) async throws(ProcessorError) -> ListPage<Subscription> {
        try await list(SubscriptionResponse.self, "/v1/subscriptions", query, ["status": "all"])
    }

    /// Retrieves an invoice.
    public func invoice(_ id: String) async throws(ProcessorError) -> Invoice {
        try await invoice("GET", "/\(id)")
    }

    /// Lists the invoices of a subscription, newest first. If `subscription` is nil, lists all invoices.
    ///
    /// Stripe's list of invoices does not contain the ids of the charges. This client therefore retrieves
    /// each paid invoice's payment intent, which contains the charge's id.
    public func invoices(ofSubscription subscription: String?, _ query: ListQuery)
        async throws(ProcessorError) -> ListPage<Invoice>
    {
        var page = try await list(
            InvoiceResponse.self, "/v1/invoices", query,
            ["subscription": subscription, "expand[0]": "data.payments"])
        for (place, invoice) in page.data.enumerated() {
            guard invoice.status == .paid, let id = invoice.paymentIntent else { continue }
            let intent = try await paymentIntent(id)
            page.data[place].charge = intent.latestCharge
            page.data[place].applicationFeeAmount = intent.applicationFeeAmount
        }
        return page
    }

    /// Attempts to collect payment for an open invoice now. Throws an error if the payment is declined.
    public func pay(invoice: String, key: IdempotencyKey) async throws(ProcessorError) -> Invoice {
        try await self.invoice("POST", "/\(invoice)/pay", key: key)
    }

    private func invoice(_ method: String, _ path: String, key: IdempotencyKey? = nil)
        async throws(ProcessorError) -> Invoice
    {
        try await ask(
            InvoiceResponse.self, method, "/v1/invoices" + path,
            ["expand[0]": "payments.data.payment.payment_intent"], key: key)
    }

    /// Returns basis points as a percentage in Stripe's format, such as `2.50` for 250.
    func percent(_ basisPoints: Int64) -> String {
        let rest = basisPoints % 100
        return "\(basisPoints / 100).\(rest < 10 ? "0" : "")\(rest)"
    }
}

/// The ids of a subscription's items, decoded from a subscription in Stripe's JSON format.
private struct ItemsResponse: Decodable, Sendable {
    var items: Items

    struct Items: Decodable {
        var data: [Reference]
    }
}

extension ProcessorClient {
    /// Creates a coupon and its promotion code. The request that creates the coupon uses an idempotency key
    /// that is derived from `key`.
    public func create(_ request: PromotionCode.Create, key: IdempotencyKey)
        async throws(ProcessorError) -> PromotionCode
    {
        var coupon: Form =
            switch request.off {
            case .percent(let share): ["percent_off": percent(share.rawValue)]
            case .amount(let money): ["amount_off": money.minorUnits, "currency": money.currency]
            }
        coupon.add("duration", request.duration.rawValue)
        let made: Reference = try await ask(
            "POST", "/v1/coupons", coupon, key: IdempotencyKey(key.rawValue + ":coupon"))
        let form: Form = [
            "promotion[type]": "coupon", "promotion[coupon]": made.id, "code": request.code,
            "expires_at": request.expiresAt, "expand[0]": "promotion.coupon",
        ]
        return try await ask(PromotionCodeResponse.self, "POST", "/v1/promotion_codes", form, key: key)
    }

    /// Returns the promotion code whose customer-facing code is `code`. Returns nil if it does not exist. An
    /// active promotion code takes precedence over newer inactive ones.
    public func promotionCode(named code: String) async throws(ProcessorError) -> PromotionCode? {
        let form: Form = ["code": code, "limit": 100, "expand[0]": "data.promotion.coupon"]
        let answer: ListResponse<PromotionCodeResponse> = try await ask("GET", "/v1/promotion_codes", form)
        let found: [PromotionCode] = try answer.object(of: nil).data
        return found.first(where: \.isActive) ?? found.first
    }
}
