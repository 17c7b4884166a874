import MoneyKit
import Processor
import TextKit

/// The routes of `/v1/payment_intents`.
///
/// Source: Stripe API reference, "PaymentIntents".
enum PaymentIntentRoutes {
    static let all: [Route] = [
        .post(
            path,
            simulates: asked.union([
                "amount", "currency", "confirm", "off_session", "capture_method", "on_behalf_of",
                "transfer_data[destination]", "transfer_data[amount]", "return_url", "use_stripe_sdk",
                "error_on_requires_action", "mandate_data",
            ]), keeps: shown
        ) { call in
            call.takeVerification()
            let (wanted, returnURL) = (try call.wantedPayment(), try call.link("return_url", takesApps: true))
            try call.checkType(of: wanted.paymentMethod, for: nil, object: "PaymentIntent")
            var intent = try call.work.create(wanted).object
            intent.returnURL = returnURL
            if intent.returnURL != nil { try call.work.put(intent) }
            try call.keepMandate(of: intent)
            return try call.shown(intent)
        },
        .list(path, PaymentIntent.self, by: ["customer": "customer"]),
        .search(path, PaymentIntent.self),
        .get(one, simulates: ["client_secret"], isPublic: true) { call in
            let intent = try call.object(PaymentIntent.self)
            try call.checkSecret(intent)
            return try call.shown(intent)
        },
        .post(one, simulates: asked.union(["amount", "currency"]), keeps: shown) { call in
            if call.has("setup_future_usage") {
                var intent = try call.object(PaymentIntent.self)
                intent.setupFutureUsage = call["setup_future_usage"].string
                try call.work.put(intent)
            }
            let change = try call.intentChange()
            try call.checkType(
                of: change.paymentMethod, for: call.object(PaymentIntent.self).id, object: "PaymentIntent")
            return try call.shown(call.work.update(intent: call.path(), change))
        },
        .post(
            one + "/confirm",
            simulates: [
                "client_secret", "payment_method", "off_session", "return_url", "receipt_email",
                "payment_method_data", "use_stripe_sdk", "setup_future_usage", "mandate_data",
                "error_on_requires_action", "payment_method_types", "expected_payment_method_type",
            ], keeps: ["shipping", "payment_method_options"],
            isPublic: true
        ) { call in
            var intent = try call.object(PaymentIntent.self)
            try call.checkSecret(intent)
            intent.returnURL = try call.link("return_url", takesApps: true) ?? intent.returnURL
            intent.setupFutureUsage = call["setup_future_usage"].string ?? intent.setupFutureUsage
            if call.has("return_url") || call.has("setup_future_usage") { try call.work.put(intent) }
            if let email = call["receipt_email"].string {
                _ = try call.work.update(intent: intent.id, IntentChange(receiptEmail: .some(email)))
            }
            call.takeVerification(try call.work.kept(for: intent.id))
            let method = try call.namedMethod()
            try call.checkType(of: method, for: intent.id, object: "PaymentIntent")
            let request = PaymentIntent.Confirm(paymentMethod: method, offSession: call.isOffSession)
            let confirmed = try call.work.confirm(intent.id, request).object
            try call.keepMandate(of: confirmed)
            return try call.shown(confirmed)
        },
        .post(
            one + "/capture", simulates: ["amount_to_capture", "metadata"], keeps: ["statement_descriptor"]
        ) {
            call in
            let captured = try call.work.capture(call.path(), amount: call["amount_to_capture"].integer)
                .object
            guard call.has("metadata") else { return try call.shown(captured) }
            let change = IntentChange(metadata: try call.metadata(over: captured.metadata))
            return try call.shown(call.work.update(intent: captured.id, change))
        },
        .post(
            one + "/increment_authorization",
            simulates: [
                "amount", "application_fee_amount", "description", "metadata", "statement_descriptor",
                "transfer_data[amount]",
            ]
        ) { call in
            let intent = try call.object(PaymentIntent.self)
            let amount = try call.requiredAmount()
            let request = IncrementRequest(
                amount: amount, applicationFeeAmount: call["application_fee_amount"].integer,
                transferAmount: call["transfer_data"]["amount"].integer,
                description: call["description"].string,
                statementDescriptor: call["statement_descriptor"].string,
                metadata: try call.metadata(over: intent.metadata))
            return try call.shown(call.work.increment(intent, request))
        },
        .post(
            one + "/verify_microdeposits", simulates: ["amounts", "client_secret", "descriptor_code"],
            isPublic: true
        ) { call in
            let intent = try call.object(PaymentIntent.self)
            try call.checkSecret(intent)
            return try call.shown(call.work.verify(call.microdeposits(), of: intent))
        },
        .post(one + "/cancel", simulates: ["cancellation_reason"]) { call in
            try call.shown(
                call.work.cancel(intent: call.path(), reason: call["cancellation_reason"].string))
        },
    ]

    private static let path = "/v1/payment_intents"
    private static let one = "/v1/payment_intents/{intent}"

    private static let asked: Set<String> = [
        "payment_method", "payment_method_data", "expected_payment_method_type",
        "statement_descriptor_suffix", "customer", "application_fee_amount", "transfer_group",
        "statement_descriptor",
        "description", "receipt_email", "metadata", "setup_future_usage",
    ]
    private static let shown: Set<String> = [
        "automatic_payment_methods", "payment_method_types", "payment_method_options",
        "shipping", "confirmation_method",
    ]
}

extension Call {
    /// Records whether the payment's bank account must be verified with microdeposits. If the request does
    /// not specify the verification method, the method from an earlier request for the intent applies.
    ///
    /// - Parameter kept: The stored parameters of earlier requests for the same intent.
    fileprivate func takeVerification(_ kept: JSONObject? = nil) {
        func method(_ options: JSONTree) -> String? {
            options["us_bank_account"]["verification_method"].string
        }
        let demanded =
            method(self["payment_method_options"]) ?? method(kept?["payment_method_options"] ?? .null)
        work.demandsMicrodeposits = demanded == "microdeposits"
    }

    fileprivate func wantedPayment() throws -> PaymentIntent.Create {
        let currency = try requiredCurrency()
        return PaymentIntent.Create(
            amount: self["amount"].integer ?? 0, currency: currency, paymentMethod: try namedMethod(),
            customer: self["customer"].string, confirm: self["confirm"].bool ?? false,
            offSession: isOffSession,
            captureMethod: self["capture_method"].string.flatMap(PaymentIntent.CaptureMethod.init)
                ?? .automaticAsync,
            destination: self["transfer_data"]["destination"].string, onBehalfOf: self["on_behalf_of"].string,
            applicationFeeAmount: self["application_fee_amount"].integer,
            transferGroup: self["transfer_group"].string,
            statementDescriptor: self["statement_descriptor"].string, description: self["description"].string,
            receiptEmail: self["receipt_email"].string, metadata: metadata,
            transferAmount: self["transfer_data"]["amount"].integer,
            setupFutureUsage: self["setup_future_usage"].string,
            statementDescriptorSuffix: self["statement_descriptor_suffix"].string)
    }

    fileprivate func intentChange() throws -> IntentChange {
        var change = IntentChange(
            amount: self["amount"].integer, currency: try currency(), customer: self["customer"].string,
            paymentMethod: try namedMethod(),
            statementDescriptor: self["statement_descriptor"].string,
            statementDescriptorSuffix: self["statement_descriptor_suffix"].string
        )
        if has("application_fee_amount") {
            change.applicationFeeAmount = .some(self["application_fee_amount"].integer)
        }
        if has("description") { change.description = .some(self["description"].string) }
        if has("receipt_email") { change.receiptEmail = .some(self["receipt_email"].string) }
        if has("transfer_group") { change.transferGroup = .some(self["transfer_group"].string) }
        if has("metadata") {
            change.metadata = try metadata(
                over: object(PaymentIntent.self).metadata)
        }
        return change
    }

    /// Throws an error if the request contains a client secret that differs from the payment intent's client
    /// secret.
    fileprivate func checkSecret(_ intent: PaymentIntent) throws {
        guard let secret = self["client_secret"].string, secret != intent.clientSecret else { return }
        throw ProcessorError.invalid(
            "payment_intent_invalid_parameter",
            "The client_secret provided does not match this PaymentIntent.",
            parameter: "client_secret")
    }
}

extension Call {
    /// Returns the id in `payment_method`, or the id of a new payment method created from
    /// `payment_method_data`. Returns nil if the request contains neither parameter.
    func namedMethod() throws -> String? {
        if let name = self["payment_method"].string { return name }
        guard has("payment_method_data") else { return nil }
        return try PaymentMethodRoutes.make(work, self["payment_method_data"], in: "payment_method_data").id
    }
}
