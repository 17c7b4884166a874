import Processor
import TextKit
import TimeKit

extension PaymentIntent: StripeRepresentable {
    func fields(_ work: EngineTransaction) throws -> JSONObject {
        var fields: JSONObject = [
            "amount": amount, "amount_capturable": amountCapturable,
            "amount_details": ["tip": [:]] as JSONTree, "amount_received": amountReceived,
            "application_fee_amount": applicationFeeAmount,
            "automatic_payment_methods": ["enabled": true, "allow_redirects": "never"] as JSONTree,
            "canceled_at": canceledAt, "cancellation_reason": cancellationReason,
            "capture_method": captureMethod.rawValue, "client_secret": clientSecret,
            "confirmation_method": "automatic", "created": created,
            "currency": currency, "customer": customer,
            "description": description, "last_payment_error": nil,
            "latest_charge": latestCharge, "livemode": livemode,
            "metadata": metadata, "on_behalf_of": onBehalfOf,
            "payment_method": paymentMethod,
            "payment_method_options": ["card": ["request_three_d_secure": "automatic"]] as JSONTree,
            "payment_method_types": ["card", "us_bank_account"], "receipt_email": receiptEmail,
            "setup_future_usage": setupFutureUsage, "shipping": nil,
            "statement_descriptor": statementDescriptor,
            "statement_descriptor_suffix": statementDescriptorSuffix, "status": status.rawValue,
            "transfer_group": transferGroup,
        ]
        if let destination {
            fields["transfer_data"] = ["destination": .string(destination)]
            if let transferAmount {
                fields["transfer_data"] = [
                    "destination": .string(destination), "amount": .integer(transferAmount),
                ]
            }
        }
        if let error = lastPaymentError {
            var shown = ErrorShape.lastError(error)
            if let method = try work.find(PaymentMethod.self, error.paymentMethod) {
                shown["payment_method"] = try work.stripeJSON(method).tree
            }
            fields["last_payment_error"] = shown.tree
        }
        if status == .requiresAction { fields["next_action"] = try nextAction(work).tree }
        if status == .processing { fields["processing"] = ["type": "card"] }
        return fields
    }

    /// Returns the payer's next required action: a redirect to the bank's page, or the verification of
    /// microdeposits.
    private func nextAction(_ work: EngineTransaction) throws -> JSONObject {
        NextAction.shown(
            work.configuration.links.challenge(of: self), returnURL: returnURL,
            microdepositsArrive: try work.microdeposits(of: self)?.arrival)
    }
}

extension SetupIntent: StripeRepresentable {
    func fields(_ work: EngineTransaction) throws -> JSONObject {
        var fields: JSONObject = [
            "automatic_payment_methods": ["enabled": true, "allow_redirects": "never"] as JSONTree,
            "cancellation_reason": cancellationReason, "client_secret": clientSecret,
            "created": created, "customer": customer,
            "description": description, "latest_attempt": latestAttempt, "livemode": false,
            "mandate": mandate, "metadata": metadata, "on_behalf_of": onBehalfOf,
            "payment_method": paymentMethod,
            "payment_method_options": ["card": ["request_three_d_secure": "automatic"]] as JSONTree,
            "payment_method_types": ["card", "us_bank_account"], "status": status.rawValue,
            "usage": usage,
        ]
        if let lastError { fields["last_setup_error"] = ErrorShape.lastError(lastError).tree }
        if status == .requiresAction { fields["next_action"] = nextAction(work).tree }
        return fields
    }

    /// Returns the payer's next required action: a redirect to the bank's page, or the verification of
    /// microdeposits.
    private func nextAction(_ work: EngineTransaction) -> JSONObject {
        NextAction.shown(
            work.configuration.links.challenge(of: id, clientSecret), returnURL: returnURL,
            microdepositsArrive: microdepositArrival)
    }
}

/// The values of an intent's `next_action` field.
enum NextAction {
    /// Returns the action that asks the payer to verify microdeposits. Without microdeposits, the action is a
    /// redirect to the bank's page.
    ///
    /// - Parameters:
    ///   - url: The bank's page, on which the payer can also verify the microdeposits.
    ///   - arrival: The time at which the microdeposits arrive, or nil if the bank does not send any.
    static func shown(_ url: String, returnURL: String?, microdepositsArrive arrival: Timestamp?)
        -> JSONObject
    {
        guard let arrival else {
            return [
                "type": "redirect_to_url",
                "redirect_to_url": ["url": url, "return_url": returnURL] as JSONObject,
            ]
        }
        return [
            "type": "verify_with_microdeposits",
            "verify_with_microdeposits": [
                "arrival_date": arrival, "hosted_verification_url": url,
                "microdeposit_type": "descriptor_code",
            ] as JSONObject,
        ]
    }
}

extension Charge: StripeRepresentable {
    func fields(_ work: EngineTransaction) throws -> JSONObject {
        let amountReturned: Int64 = amountRefunded + amountReleased
        var fields: JSONObject = [
            "amount": amount, "amount_captured": amountCaptured,
            "amount_refunded": amountReturned, "application_fee": applicationFee,
            "application_fee_amount": applicationFeeAmount,
            "balance_transaction": balanceTransaction, "billing_details": BillingDetails.none,
            "calculated_statement_descriptor": calculatedDescriptor,
            "captured": captured, "created": created,
            "currency": currency, "customer": customer, "description": description, "disputed": disputed,
            "failure_code": failureCode, "failure_message": failureMessage,
            "fraud_details": [:] as JSONTree, "livemode": livemode, "metadata": metadata,
            "on_behalf_of": onBehalfOf, "outcome": outcome, "paid": paid,
            "payment_intent": paymentIntent, "payment_method": paymentMethod,
            "payment_method_details": sourceTransfer == nil ? try details(work) : nil,
            "receipt_email": receiptEmail, "receipt_url": nil, "refunded": refunded,
            "source_transfer": sourceTransfer,
            "statement_descriptor": statementDescriptor,
            "statement_descriptor_suffix": statementDescriptorSuffix, "status": status.rawValue,
            "transfer_group": transferGroup,
            "transfer_data": transferData,
        ]
        fields["transfer"] = transfer?.tree
        if paymentIntent == nil, let paymentMethod, let source = try work.source(paymentMethod) {
            fields["source"] = try work.stripeJSON(source).tree
        }
        return fields
    }

    private var calculatedDescriptor: String {
        guard let statementDescriptorSuffix else { return statementDescriptor ?? "TAPKIT SIMULATION" }
        return String("TAPKIT* \(statementDescriptorSuffix)".prefix(22))
    }

    private var transferData: JSONObject? {
        guard let destination else { return nil }
        return ["destination": destination, "amount": transferAmount]
    }

    private var outcome: JSONObject {
        let failed = status == .failed
        let test = card.flatMap(TestMethod.special)
        let risk = test?.risk ?? "normal"
        if failed, test?.behavior == .isBlocked {
            return [
                "advice_code": nil, "network_advice_code": nil, "network_decline_code": nil,
                "network_status": "not_sent_to_network", "reason": "highest_risk_level",
                "risk_level": risk, "risk_score": 90,
                "seller_message": "Stripe blocked this payment as too risky.", "type": "blocked",
            ]
        }
        return [
            "advice_code": nil, "network_advice_code": nil, "network_decline_code": nil,
            "network_status": failed ? "declined_by_network" : "approved_by_network",
            "reason": failed ? JSONTree(declineCode ?? failureCode) : .null, "risk_level": risk,
            "risk_score": risk == "elevated" ? 70 : 10,
            "seller_message": failed ? failureForSeller : "Payment complete.",
            "type": failed ? "issuer_declined" : "authorized",
        ]
    }

    /// The bank's decline code. Nil if the charge did not fail, or if no bank declined a card.
    private var declineCode: String? {
        guard let card, let failureCode, failureCode != Decline.tooLarge.code else { return nil }
        guard failureCode == Decline.generic.code else { return failureCode }
        switch TestMethod.behavior(of: card) {
        case .declines(let decline), .declinesOnceAttached(let decline),
            .declinesAfterAuthentication(let decline):
            return decline.declineCode
        default: return Decline.generic.declineCode
        }
    }

    /// The description of the failure for the account that receives the payment.
    private var failureForSeller: String {
        guard let declineCode else { return failureMessage ?? "" }
        return declineCode == Decline.generic.declineCode
            ? "The bank did not return any further details with this decline."
            : "The bank returned the decline code `\(declineCode)`."
    }

    private func details(_ work: EngineTransaction) throws -> JSONObject {
        guard let card else {
            let method = try work.chargedMethod(of: self)
            var shown = BankDetails.shown(method?.bankAccountLast4)
            if let mandate = try work.mandate(of: paymentMethod) { shown["mandate"] = .string(mandate.id) }
            return ["type": "us_bank_account", "us_bank_account": shown.tree]
        }
        var fields = CardShape.fields(card)
        fields["three_d_secure"] = .null
        fields["amount_authorized"] = .integer(amount)
        fields["network"] = .string(card.brand)
        if !captured, status == .succeeded, let paymentIntent, try work.allowsIncrements(paymentIntent) {
            fields["incremental_authorization"] = ["status": "available"]
        }
        return ["type": "card", "card": fields.tree]
    }
}

extension Refund: StripeRepresentable {
    func fields(_ work: EngineTransaction) throws -> JSONObject {
        var fields: JSONObject = [
            "amount": amount, "balance_transaction": balanceTransaction,
            "charge": charge, "created": created, "currency": currency,
            "metadata": metadata, "payment_intent": paymentIntent,
            "reason": reason?.rawValue, "receipt_number": nil,
            "source_transfer_reversal": sourceTransferReversal, "status": status.rawValue,
            "transfer_reversal": transferReversal,
            "destination_details": [
                "type": "card",
                "card": [
                    "type": "refund", "reference_status": "pending",
                    "reference_type": "acquirer_reference_number",
                ],
            ] as JSONTree,
        ]
        fields["failure_reason"] = failureReason?.tree
        if status == .pending { fields["pending_reason"] = "processing" }
        return fields
    }
}

extension Dispute: StripeRepresentable {
    func fields(_ work: EngineTransaction) throws -> JSONObject {
        let booked = try balanceTransactions.compactMap { try work.find(BalanceTransaction.self, $0) }
        var shownEvidence: JSONObject = ["enhanced_evidence": [:] as JSONTree]
        shownEvidence["uncategorized_text"] = JSONTree(evidence == "" ? nil : evidence)
        let hasEvidence = try evidence != nil || work.hasStagedEvidence(for: id)
        return [
            "amount": amount,
            "balance_transactions": try booked.map { try work.stripeJSON($0) },
            "charge": charge, "created": created, "currency": currency,
            "enhanced_eligibility_types": [] as JSONTree,
            "evidence": work.complete(shownEvidence, as: "dispute_evidence"),
            "evidence_details": [
                "due_by": dueBy, "enhanced_eligibility": [:] as JSONTree,
                "has_evidence": hasEvidence,
                "past_due": dueBy.map { $0 < work.now } ?? false,
                "submission_count": evidence == nil ? 0 : 1,
            ] as JSONObject,
            "is_charge_refundable": isInquiry, "livemode": false, "metadata": metadata,
            "payment_intent": paymentIntent, "reason": reason,
            "status": status.rawValue,
            "payment_method_details": [
                "type": "card",
                "card": ["brand": "visa", "case_type": "chargeback", "network_reason_code": "83"],
            ] as JSONTree,
        ]
    }
}

extension PaymentMethod: StripeRepresentable {
    func fields(_ work: EngineTransaction) throws -> JSONObject {
        var fields: JSONObject = [
            "allow_redisplay": "unspecified", "billing_details": BillingDetails.none,
            "created": created, "customer": customer,
            "livemode": livemode, "metadata": [:] as JSONTree, "type": kind.rawValue,
        ]
        if let card {
            var shown = CardShape.fields(card)
            shown["display_brand"] = .string(card.brand)
            shown["generated_from"] = .null
            let networks = TestCards.networks(of: card.brand, card.last4, country: card.country ?? "US")
            shown["networks"] = [
                "available": .array((networks ?? [card.brand]).map { .string($0) }), "preferred": .null,
            ]
            shown["three_d_secure_usage"] = ["supported": true]
            fields["card"] = shown.tree
        } else {
            var shown = BankDetails.shown(bankAccountLast4)
            shown["financial_connections_account"] = .null
            shown["networks"] = ["preferred": "ach", "supported": ["ach"]]
            shown["status_details"] = .null
            fields["us_bank_account"] = shown.tree
        }
        return fields
    }
}

extension Token: StripeRepresentable {
    func fields(_ work: EngineTransaction) throws -> JSONObject {
        var fields: JSONObject = [
            "created": created, "livemode": false,
            "type": bankAccount == nil ? "card" : "bank_account", "used": used,
        ]
        if let bankAccount { fields["bank_account"] = try work.stripeJSON(bankAccount).tree }
        if let card { fields["card"] = stripeJSON(card, work)?.tree ?? .null }
        return fields
    }

    private func stripeJSON(_ wanted: PaymentMethod.Create, _ work: EngineTransaction) -> JSONObject? {
        guard let test = TestMethod.card(named: wanted.testName) else { return nil }
        return work.complete(
            [
                "id": "card_" + id.dropFirst("tok_".count), "object": "card",
                "brand": CardShape.brandName(test.brand), "country": test.country,
                "cvc_check": "unchecked", "exp_month": wanted.expiryMonth, "exp_year": wanted.expiryYear,
                "funding": test.funding, "last4": test.last4, "metadata": [:] as JSONTree,
                "networks": ["preferred": .null] as JSONTree,
            ], as: "card")
    }
}

/// The JSON representation of a card in payment methods and charges.
enum CardShape {
    /// Returns the card fields that are the same in payment methods and charges.
    static func fields(_ card: PaymentMethod.Card) -> JSONObject {
        [
            "brand": card.brand,
            "checks": checks(card),
            "country": card.country ?? "US", "exp_month": card.expiryMonth,
            "exp_year": card.expiryYear,
            "fingerprint": "fp\(card.brand)\(card.last4)",
            "funding": card.funding ?? "credit", "last4": card.last4,
            "wallet": wallet(card),
        ]
    }

    /// Returns the display name of a card brand, such as `American Express`. The `card` objects of sources
    /// and tokens contain this name.
    static func brandName(_ brand: String) -> String {
        switch brand {
        case "amex": "American Express"
        case "diners": "Diners Club"
        case "jcb": "JCB"
        case "mastercard": "MasterCard"
        case "unionpay": "UnionPay"
        default: brand.prefix(1).uppercased() + brand.dropFirst()
        }
    }

    private static func checks(_ card: PaymentMethod.Card) -> JSONObject {
        guard let test = TestMethod.special(card), !test.failing.isEmpty || test.hidesAddress else {
            return passed
        }
        func address(_ check: TestMethod.Check) -> String? {
            test.failing.contains(check) ? "fail" : test.hidesAddress ? "unavailable" : nil
        }
        return [
            "address_line1_check": address(.line1), "address_postal_code_check": address(.postalCode),
            "cvc_check": test.failing.contains(.cvc) ? "fail" : "pass",
        ]
    }

    private static let passed: JSONObject = [
        "address_line1_check": nil, "address_postal_code_check": nil, "cvc_check": "pass",
    ]

    private static func wallet(_ card: PaymentMethod.Card) -> JSONObject? {
        guard let wallet = card.wallet else { return nil }
        return ["type": wallet, "dynamic_last4": nil]
    }
}

/// The JSON representation of a payment method's billing details.
enum BillingDetails {
    /// The billing details of a payment method that was created without billing details.
    static let none: JSONTree = [
        "address": [
            "city": .null, "country": .null, "line1": .null, "line2": .null, "postal_code": .null,
            "state": .null,
        ],
        "email": .null, "name": .null, "phone": .null, "tax_id": .null,
    ]
}

/// The JSON representation of a test bank account.
enum BankDetails {
    /// Returns the test bank account with these last four digits, in Stripe's JSON format.
    ///
    /// - Parameter last4: The last four digits, or nil for the account whose debits succeed.
    static func shown(_ last4: String?) -> JSONObject {
        let last4 = last4 ?? TestBank.succeeding
        return [
            "account_holder_type": "individual", "account_type": "checking",
            "bank_name": "STRIPE TEST BANK", "fingerprint": "fpbank\(last4)",
            "last4": last4, "routing_number": BankNumbers.routing,
        ]
    }
}
