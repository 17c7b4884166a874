import MoneyKit
import Processor
import TextKit
import TimeKit

/// The routes of `/v1/checkout/sessions`.
///
/// Source: Stripe API reference, "Checkout Sessions".
enum CheckoutRoutes {
    static let all: [Route] = [
        .post(path, simulates: asked, keeps: ["locale", "submit_type"]) { call in
            try call.shown(call.work.begin(call.wantedSession()))
        },
        .get(
            path,
            simulates: Filters.list.union([
                "customer", "payment_intent", "payment_link", "status", "subscription",
                "customer_details[email]",
            ])
        ) { call in
            var filter = call.filter([
                "customer": "customer", "payment_intent": "paymentIntent", "payment_link": "paymentLink",
                "status": "status", "subscription": "subscription",
            ])
            filter["email"] = call["customer_details"]["email"].string
            return try call.listed(CheckoutSession.self, where: filter)
        },
        .one(one, CheckoutSession.self),
        .update(one, CheckoutSession.self, simulates: ["metadata"]) {
            try $0.takeMetadata(into: &$1.metadata)
        },
        .post(one + "/expire") { call in try call.shown(call.work.expire(checkoutSession: call.path())) },
        .get(one + "/line_items", simulates: Filters.part) { call in
            try call.part(of: call.object(CheckoutSession.self).lineItems(call.work))
        },
    ]

    private static let path = "/v1/checkout/sessions"
    private static let one = "/v1/checkout/sessions/{session}"
    /// The parameters of a line item in requests for Checkout sessions and payment links.
    static let lines: Set<String> = [
        "line_items[price]", "line_items[quantity]", "line_items[price_data][currency]",
        "line_items[price_data][product]", "line_items[price_data][product_data][name]",
        "line_items[price_data][product_data][metadata]", "line_items[price_data][recurring]",
        "line_items[price_data][unit_amount]",
    ]
    private static let asked: Set<String> = lines.union([
        "mode", "success_url", "cancel_url", "customer", "customer_email", "customer_creation", "metadata",
        "client_reference_id", "expires_at", "currency", "discounts[coupon]", "discounts[promotion_code]",
        "payment_method_types",
        "ui_mode", "shipping_options[shipping_rate]", "shipping_options[shipping_rate_data]",
        "payment_intent_data[application_fee_amount]", "payment_intent_data[capture_method]",
        "payment_intent_data[description]", "payment_intent_data[metadata]",
        "payment_intent_data[on_behalf_of]", "payment_intent_data[receipt_email]",
        "payment_intent_data[setup_future_usage]", "payment_intent_data[statement_descriptor]",
        "payment_intent_data[transfer_data][destination]", "payment_intent_data[transfer_group]",
        "line_items[tax_rates]", "subscription_data[default_tax_rates]",
        "subscription_data[application_fee_percent]", "subscription_data[description]",
        "subscription_data[metadata]", "subscription_data[on_behalf_of]",
        "subscription_data[transfer_data][destination]", "subscription_data[trial_end]",
        "subscription_data[trial_period_days]",
        "setup_intent_data[description]", "setup_intent_data[metadata]", "setup_intent_data[on_behalf_of]",
    ])

    /// Checks the prices of a session. A session for a subscription must have at least one price and only
    /// recurring prices, and a session for a one-time payment must have only one-time prices.
    static func check(_ items: [CheckoutSession.Item], for mode: CheckoutSession.Mode) throws {
        let recurring = items.filter { $0.price.interval != nil }.map(\.price)
        guard mode != .setup else { return }
        guard mode == .subscription else {
            try require(
                recurring.isEmpty,
                "You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.",
                parameter: "mode")
            return
        }
        try require(
            !recurring.isEmpty,
            "You must provide at least one recurring price in `subscription` mode when using prices.",
            parameter: "mode")
        try require(
            recurring.count == items.count, "parameter_not_simulated",
            "One-time prices are not simulated in `subscription` mode.", parameter: "line_items")
    }

    /// Throws an error for parameters that are not allowed in the session's mode. In `setup` mode, also
    /// throws an error if the request contains neither `payment_method_types` nor a currency.
    fileprivate static func checkParts(of call: Call, for mode: CheckoutSession.Mode) throws {
        let modes = [
            "payment_intent_data": [CheckoutSession.Mode.payment], "subscription_data": [.subscription],
            "setup_intent_data": [.setup], "line_items": [.payment, .subscription],
            "discounts": [.payment, .subscription], "customer_creation": [.payment, .setup],
            "shipping_options": [.payment],
        ]
        for (name, modes) in modes.sorted(by: { $0.key < $1.key }) where call.has(name) {
            guard !modes.contains(mode) else { continue }
            throw ProcessorError.invalid(
                "You can not pass `\(name)` in `\(mode.rawValue)` mode.", parameter: name)
        }
        guard mode == .setup, !call.has("payment_method_types"), call["currency"].string == nil else {
            return
        }
        throw ProcessorError.missing("currency")
    }
}

extension Call {
    fileprivate func wantedSession() throws -> CheckoutSession {
        guard let mode = self["mode"].string.flatMap(CheckoutSession.Mode.init) else {
            throw ProcessorError.missing("mode")
        }
        if let ui = self["ui_mode"].string, !["hosted", "hosted_page"].contains(ui) {
            throw ProcessorError.notSimulated(
                "Only hosted Checkout pages are simulated.", parameter: "ui_mode")
        }
        guard let successURL = try link("success_url") else {
            throw ProcessorError.missing("success_url")
        }
        if let types = parameters["payment_method_types"]?.elements, !types.contains(.string("card")) {
            throw ProcessorError.notSimulated(
                "Simulated Checkout pages accept only cards.",
                parameter: "payment_method_types")
        }
        try CheckoutRoutes.checkParts(of: self, for: mode)
        let items = mode == .setup ? [] : try lineItems()
        guard !items.isEmpty || mode == .setup else { throw ProcessorError.missing("line_items") }
        try CheckoutRoutes.check(items, for: mode)
        var session = CheckoutSession(
            id: try work.newID("cs_test"), created: work.now, mode: mode,
            expiresAt: try sessionExpiry())
        session.items = items
        session.currency = mode == .setup ? try currency() : items[0].price.currency
        session.shippingOptions = try shippingOptions(in: session.currency ?? .usd)
        try takeCustomer(into: &session)
        session.terms =
            switch mode {
            case .payment: try paymentTerms()
            case .subscription: try subscriptionTerms()
            case .setup: setupTerms()
            }
        session.coupons = coupons
        session.promotionCodes = promotionCodes.isEmpty ? nil : promotionCodes.map(\.id)
        session.successURL = successURL
        session.cancelURL = try link("cancel_url")
        session.reference = self["client_reference_id"].string
        session.metadata = metadata
        return session
    }

    fileprivate func sessionExpiry() throws -> Timestamp {
        guard let moment = moment("expires_at") else { return work.now.adding(seconds: 86_400) }
        try require(
            (1_800...86_400).contains(moment - work.now),
            "The `expires_at` timestamp must be at least 30 minutes and less than 24 hours from Checkout Session creation.",
            parameter: "expires_at")
        return moment
    }

    fileprivate func takeCustomer(into session: inout CheckoutSession) throws {
        session.email = self["customer_email"].string
        if let email = session.email { try IntentRules.check(email: email, parameter: "customer_email") }
        if let id = self["customer"].string {
            try require(
                session.email == nil,
                "You may only specify one of these parameters: customer, customer_email.",
                parameter: "customer_email")
            session.customer = try work.living(id, by: "customer").id
        }
        session.makesCustomer = self["customer_creation"].string == "always"
    }

    fileprivate func setupTerms() -> CheckoutSession.Terms {
        let data = self["setup_intent_data"]
        var terms = CheckoutSession.Terms()
        terms.description = data["description"].string
        terms.onBehalfOf = data["on_behalf_of"].string
        terms.metadata = data["metadata"].metadata
        return terms
    }

    fileprivate func paymentTerms() throws -> CheckoutSession.Terms {
        let data = self["payment_intent_data"]
        var terms = CheckoutSession.Terms()
        terms.applicationFeeAmount = try applicationFee(
            in: data, named: "payment_intent_data[application_fee_amount]")
        terms.destination = data["transfer_data"]["destination"].string
        terms.onBehalfOf = data["on_behalf_of"].string
        terms.transferGroup = data["transfer_group"].string
        terms.description = data["description"].string
        terms.receiptEmail = data["receipt_email"].string
        terms.statementDescriptor = data["statement_descriptor"].string
        terms.isManual = data["capture_method"].string == "manual"
        terms.keepsMethod = data["setup_future_usage"].string != nil
        terms.metadata = data["metadata"].metadata
        return terms
    }

    fileprivate func subscriptionTerms() throws -> CheckoutSession.Terms {
        let data = self["subscription_data"]
        var terms = CheckoutSession.Terms()
        terms.applicationFeeBasisPoints = try basisPoints("application_fee_percent", in: data)
        terms.defaultTaxRates = try taxRates("default_tax_rates", in: data, of: "subscription_data")
        terms.destination = data["transfer_data"]["destination"].string
        terms.onBehalfOf = data["on_behalf_of"].string
        terms.description = data["description"].string
        terms.trialEnd = moment("trial_end", in: data)
        terms.trialDays = try trialDays()
        if let end = terms.trialEnd { try work.checkFuture(end, "subscription_data[trial_end]") }
        terms.metadata = data["metadata"].metadata
        return terms
    }
}
