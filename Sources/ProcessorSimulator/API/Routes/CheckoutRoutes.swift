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
            try call.shown(call.work.begin(wanted(call)))
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
        .post(one, simulates: ["metadata"]) { call in
            var session = try call.object(CheckoutSession.self)
            session.metadata = try call.metadata(over: session.metadata)
            return try call.shown(call.work.put(session))
        },
        .post(one + "/expire") { call in try call.shown(call.work.expire(checkoutSession: call.path())) },
        .get(one + "/line_items", simulates: Filters.part) { call in
            let session = try call.object(CheckoutSession.self)
            return try call.part(
                of: session.lineItems(call.work)["data"].elements,
                at: "/v1/checkout/sessions/\(session.id)/line_items")
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

    private static func wanted(_ call: Call) throws -> CheckoutSession {
        guard let mode = call["mode"].string.flatMap(CheckoutSession.Mode.init) else {
            throw ProcessorError.missing("mode")
        }
        if let ui = call["ui_mode"].string, !["hosted", "hosted_page"].contains(ui) {
            throw ProcessorError.invalid(
                "parameter_not_simulated", "Only hosted Checkout pages are simulated.", parameter: "ui_mode")
        }
        guard let successURL = try call.link("success_url") else {
            throw ProcessorError.missing("success_url")
        }
        if let types = call.parameters["payment_method_types"]?.elements, !types.contains(.string("card")) {
            throw ProcessorError.invalid(
                "parameter_not_simulated", "Simulated Checkout pages accept only cards.",
                parameter: "payment_method_types")
        }
        try checkParts(of: call, for: mode)
        let items = mode == .setup ? [] : try call.lineItems()
        guard !items.isEmpty || mode == .setup else { throw ProcessorError.missing("line_items") }
        try check(items, for: mode)
        var session = CheckoutSession(
            id: try call.work.newID("cs_test"), created: call.work.now, mode: mode,
            expiresAt: try expiry(call))
        session.items = items
        session.currency = mode == .setup ? try call.currency() : items[0].price.currency
        session.shippingOptions = try call.shippingOptions(in: session.currency ?? .usd)
        try takeCustomer(call, into: &session)
        session.terms =
            switch mode {
            case .payment: try paymentTerms(call)
            case .subscription: try subscriptionTerms(call)
            case .setup: setupTerms(call)
            }
        session.coupons = call.coupons
        session.promotionCodes = call.promotionCodes.isEmpty ? nil : call.promotionCodes.map(\.id)
        session.successURL = successURL
        session.cancelURL = try call.link("cancel_url")
        session.reference = call["client_reference_id"].string
        session.metadata = call.metadata
        return session
    }

    /// Checks the prices of a session. A session for a subscription must have at least one price and only
    /// recurring prices, and a session for a one-time payment must have only one-time prices.
    static func check(_ items: [CheckoutSession.Item], for mode: CheckoutSession.Mode) throws {
        let recurring = items.filter { $0.price.interval != nil }.map(\.price)
        guard mode != .setup else { return }
        guard mode == .subscription else {
            guard recurring.isEmpty else {
                throw ProcessorError.invalid(
                    "You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.",
                    parameter: "mode")
            }
            return
        }
        guard !recurring.isEmpty else {
            throw ProcessorError.invalid(
                "You must provide at least one recurring price in `subscription` mode when using prices.",
                parameter: "mode")
        }
        guard recurring.count == items.count else {
            throw ProcessorError.invalid(
                "parameter_not_simulated", "One-time prices are not simulated in `subscription` mode.",
                parameter: "line_items")
        }
    }

    private static func expiry(_ call: Call) throws -> Timestamp {
        guard let moment = call.moment("expires_at") else { return call.work.now.adding(seconds: 86_400) }
        guard (1_800...86_400).contains(moment - call.work.now) else {
            throw ProcessorError.invalid(
                "The `expires_at` timestamp must be at least 30 minutes and less than 24 hours from Checkout Session creation.",
                parameter: "expires_at")
        }
        return moment
    }

    private static func takeCustomer(_ call: Call, into session: inout CheckoutSession) throws {
        session.email = call["customer_email"].string
        if let email = session.email { try IntentRules.check(email: email, parameter: "customer_email") }
        if let id = call["customer"].string {
            guard session.email == nil else {
                throw ProcessorError.invalid(
                    "You may only specify one of these parameters: customer, customer_email.",
                    parameter: "customer_email")
            }
            session.customer = try call.work.living(id, by: "customer").id
        }
        session.makesCustomer = call["customer_creation"].string == "always"
    }

    /// Throws an error for parameters that are not allowed in the session's mode. In `setup` mode, also
    /// throws an error if the request contains neither `payment_method_types` nor a currency.
    private static func checkParts(of call: Call, for mode: CheckoutSession.Mode) throws {
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

    private static func setupTerms(_ call: Call) -> CheckoutSession.Terms {
        let data = call["setup_intent_data"]
        var terms = CheckoutSession.Terms()
        terms.description = data["description"].string
        terms.onBehalfOf = data["on_behalf_of"].string
        terms.metadata = Call.metadata(data["metadata"])
        return terms
    }

    private static func paymentTerms(_ call: Call) throws -> CheckoutSession.Terms {
        let data = call["payment_intent_data"]
        var terms = CheckoutSession.Terms()
        terms.applicationFeeAmount = try call.applicationFee(
            in: data, named: "payment_intent_data[application_fee_amount]")
        terms.destination = data["transfer_data"]["destination"].string
        terms.onBehalfOf = data["on_behalf_of"].string
        terms.transferGroup = data["transfer_group"].string
        terms.description = data["description"].string
        terms.receiptEmail = data["receipt_email"].string
        terms.statementDescriptor = data["statement_descriptor"].string
        terms.isManual = data["capture_method"].string == "manual"
        terms.keepsMethod = data["setup_future_usage"].string != nil
        terms.metadata = Call.metadata(data["metadata"])
        return terms
    }

    private static func subscriptionTerms(_ call: Call) throws -> CheckoutSession.Terms {
        let data = call["subscription_data"]
        var terms = CheckoutSession.Terms()
        terms.applicationFeeBasisPoints = try call.basisPoints("application_fee_percent", in: data)
        terms.defaultTaxRates = try call.taxRates("default_tax_rates", in: data, of: "subscription_data")
        terms.destination = data["transfer_data"]["destination"].string
        terms.onBehalfOf = data["on_behalf_of"].string
        terms.description = data["description"].string
        terms.trialEnd = call.moment("trial_end", in: data)
        terms.trialDays = try call.trialDays()
        if let end = terms.trialEnd { try call.work.checkFuture(end, "subscription_data[trial_end]") }
        terms.metadata = Call.metadata(data["metadata"])
        return terms
    }
}
