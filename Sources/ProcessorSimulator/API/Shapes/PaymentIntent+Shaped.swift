import Processor
import TextKit
import TimeKit

extension PaymentIntent: Shaped {
    func fields(_ work: Work) throws -> JSONObject {
        var fields: JSONObject = [
            "amount": .integer(amount), "amount_capturable": .integer(amountCapturable),
            "amount_details": ["tip": [:]], "amount_received": .integer(amountReceived),
            "application_fee_amount": JSONTree(applicationFeeAmount),
            "automatic_payment_methods": ["enabled": true, "allow_redirects": "never"],
            "canceled_at": JSONTree(canceledAt), "cancellation_reason": JSONTree(cancellationReason),
            "capture_method": .string(captureMethod.rawValue), "client_secret": .string(clientSecret),
            "confirmation_method": "automatic", "created": .integer(created.seconds),
            "currency": JSONTree(currency), "customer": JSONTree(customer),
            "description": JSONTree(description), "last_payment_error": .null,
            "latest_charge": JSONTree(latestCharge), "livemode": .bool(livemode),
            "metadata": JSONTree(metadata), "on_behalf_of": JSONTree(onBehalfOf),
            "payment_method": JSONTree(paymentMethod),
            "payment_method_options": ["card": ["request_three_d_secure": "automatic"]],
            "payment_method_types": ["card", "us_bank_account"], "receipt_email": JSONTree(receiptEmail),
            "setup_future_usage": JSONTree(setupFutureUsage), "shipping": .null,
            "statement_descriptor": JSONTree(statementDescriptor), "status": .string(status.rawValue),
            "transfer_group": JSONTree(transferGroup),

        ]
        if let destination {
            fields["transfer_data"] = ["destination": .string(destination)]
            if let transferAmount {
                fields["transfer_data"] = [
                    "destination": .string(destination), "amount": .integer(transferAmount),
                ]
            }
        }
        if let error = lastPaymentError { fields["last_payment_error"] = ErrorShape.lastError(error) }
        if status == .requiresAction { fields["next_action"] = nextAction(work) }
        if status == .processing { fields["processing"] = ["type": "card"] }
        return fields
    }

    /// Where the donor answers the bank's question.
    private func nextAction(_ work: Work) -> JSONTree {
        [
            "type": "redirect_to_url",
            "redirect_to_url": [
                "url": .string(PageLinks.challenge(of: self, at: work.configuration.pages)),
                "return_url": JSONTree(returnURL),
            ],
        ]
    }
}

extension SetupIntent: Shaped {
    func fields(_ work: Work) throws -> JSONObject {
        var fields: JSONObject = [
            "automatic_payment_methods": ["enabled": true, "allow_redirects": "never"],
            "cancellation_reason": JSONTree(cancellationReason), "client_secret": .string(clientSecret),
            "created": .integer(created.seconds), "customer": JSONTree(customer),
            "description": JSONTree(description), "livemode": false, "metadata": JSONTree(metadata),
            "on_behalf_of": JSONTree(onBehalfOf), "payment_method": JSONTree(paymentMethod),
            "payment_method_options": ["card": ["request_three_d_secure": "automatic"]],
            "payment_method_types": ["card", "us_bank_account"], "status": .string(status.rawValue),
            "usage": .string(usage),
        ]
        if let lastError { fields["last_setup_error"] = ErrorShape.lastError(lastError) }
        if status == .requiresAction { fields["next_action"] = nextAction(work) }
        return fields
    }

    /// Where the donor answers the bank's question.
    private func nextAction(_ work: Work) -> JSONTree {
        let url = PageLinks.challenge(of: id, clientSecret, at: work.configuration.pages)
        return [
            "type": "redirect_to_url",
            "redirect_to_url": ["url": .string(url), "return_url": JSONTree(returnURL)],
        ]
    }
}

extension Charge: Shaped {
    func fields(_ work: Work) throws -> JSONObject {
        var fields: JSONObject = [
            "amount": .integer(amount), "amount_captured": .integer(amountCaptured),
            "amount_refunded": .integer(amountRefunded), "application_fee": JSONTree(applicationFee),
            "application_fee_amount": JSONTree(applicationFeeAmount),
            "balance_transaction": JSONTree(balanceTransaction), "billing_details": BillingDetails.none,
            "calculated_statement_descriptor": .string(statementDescriptor ?? "TAPKIT SIMULATION"),
            "captured": .bool(captured), "created": .integer(created.seconds),
            "currency": JSONTree(currency), "customer": JSONTree(customer), "disputed": .bool(disputed),
            "failure_code": JSONTree(failureCode), "failure_message": JSONTree(failureMessage),
            "fraud_details": [:], "livemode": .bool(livemode), "metadata": JSONTree(metadata),
            "on_behalf_of": JSONTree(onBehalfOf), "outcome": outcome, "paid": .bool(paid),
            "payment_intent": JSONTree(paymentIntent), "payment_method": JSONTree(paymentMethod),
            "payment_method_details": sourceTransfer == nil ? details : .null,
            "receipt_url": .null, "refunded": .bool(refunded),
            "source_transfer": JSONTree(sourceTransfer),
            "statement_descriptor": JSONTree(statementDescriptor), "status": .string(status.rawValue),
            "transfer_group": JSONTree(transferGroup),
            "transfer_data": transferData,
        ]
        fields["transfer"] = transfer.map { .string($0) }
        return fields
    }

    private var transferData: JSONTree {
        guard let destination else { return .null }
        return ["destination": .string(destination), "amount": JSONTree(transferAmount)]
    }

    private var outcome: JSONTree {
        let failed = status == .failed
        return [
            "advice_code": .null, "network_advice_code": .null, "network_decline_code": .null,
            "network_status": .string(failed ? "declined_by_network" : "approved_by_network"),
            "reason": failed ? JSONTree(failureCode) : .null, "risk_level": "normal", "risk_score": 10,
            "seller_message": .string(failed ? failureMessage ?? "" : "Payment complete."),
            "type": .string(failed ? "issuer_declined" : "authorized"),
        ]
    }

    private var details: JSONTree {
        guard let card else { return ["type": "us_bank_account", "us_bank_account": BankDetails.shown] }
        var fields = CardShape.fields(card)
        fields["three_d_secure"] = .null
        fields["amount_authorized"] = .integer(amount)
        fields["network"] = .string(card.brand)
        return ["type": "card", "card": fields.tree]
    }
}

extension Refund: Shaped {
    func fields(_ work: Work) throws -> JSONObject {
        var fields: JSONObject = [
            "amount": .integer(amount), "balance_transaction": JSONTree(balanceTransaction),
            "charge": .string(charge), "created": .integer(created.seconds), "currency": JSONTree(currency),
            "metadata": JSONTree(metadata), "payment_intent": JSONTree(paymentIntent),
            "reason": JSONTree(reason?.rawValue), "receipt_number": .null,
            "source_transfer_reversal": JSONTree(sourceTransferReversal), "status": .string(status.rawValue),
            "transfer_reversal": JSONTree(transferReversal),
            "destination_details": [
                "type": "card",
                "card": [
                    "type": "refund", "reference_status": "pending",
                    "reference_type": "acquirer_reference_number",
                ],
            ],
        ]
        fields["failure_reason"] = failureReason.map { .string($0) }
        if status == .pending { fields["pending_reason"] = "processing" }
        return fields
    }
}

extension Dispute: Shaped {
    func fields(_ work: Work) throws -> JSONObject {
        let booked = try balanceTransactions.compactMap { try work.find(BalanceTransaction.self, $0) }
        var shownEvidence: JSONObject = ["enhanced_evidence": [:]]
        shownEvidence["uncategorized_text"] = JSONTree(evidence)
        return [
            "amount": .integer(amount),
            "balance_transactions": .array(try booked.map { try work.shaped($0) }),
            "charge": .string(charge), "created": .integer(created.seconds), "currency": JSONTree(currency),
            "enhanced_eligibility_types": [],
            "evidence": work.complete(shownEvidence, as: "dispute_evidence"),
            "evidence_details": [
                "due_by": JSONTree(dueBy), "enhanced_eligibility": [:],
                "has_evidence": .bool(evidence != nil),
                "past_due": .bool(dueBy.map { $0 < work.now } ?? false),
                "submission_count": evidence == nil ? 0 : 1,
            ],
            "is_charge_refundable": .bool(isInquiry), "livemode": false, "metadata": JSONTree(metadata),
            "payment_intent": JSONTree(paymentIntent), "reason": .string(reason),
            "status": .string(status.rawValue),
            "payment_method_details": [
                "type": "card",
                "card": ["brand": "visa", "case_type": "chargeback", "network_reason_code": "83"],
            ],
        ]
    }
}

extension PaymentMethod: Shaped {
    func fields(_ work: Work) throws -> JSONObject {
        var fields: JSONObject = [
            "allow_redisplay": "unspecified", "billing_details": BillingDetails.none,
            "created": .integer(created.seconds), "customer": JSONTree(customer),
            "livemode": .bool(livemode), "metadata": [:], "type": .string(kind.rawValue),
        ]
        if let card {
            var shown = CardShape.fields(card)
            shown["display_brand"] = .string(card.brand)
            shown["generated_from"] = .null
            shown["networks"] = ["available": [.string(card.brand)], "preferred": .null]
            shown["three_d_secure_usage"] = ["supported": true]
            fields["card"] = shown.tree
        } else {
            var shown = BankDetails.shown.object ?? JSONObject()
            shown["financial_connections_account"] = .null
            shown["networks"] = ["preferred": "ach", "supported": ["ach"]]
            shown["status_details"] = .null
            fields["us_bank_account"] = shown.tree
        }
        return fields
    }
}

extension Token: Shaped {
    func fields(_ work: Work) throws -> JSONObject {
        var fields: JSONObject = [
            "created": .integer(created.seconds), "livemode": false,
            "type": bankAccount == nil ? "card" : "bank_account", "used": .bool(used),
        ]
        if let bankAccount { fields["bank_account"] = try work.shaped(bankAccount) }
        if let card { fields["card"] = shaped(card, work) }
        return fields
    }

    private func shaped(_ wanted: PaymentMethod.Create, _ work: Work) -> JSONTree {
        guard let test = TestMethod.card(named: wanted.testName) else { return .null }
        return work.complete(
            [
                "id": .string("card_" + id.dropFirst("tok_".count)), "object": "card",
                "brand": .string(test.brand.prefix(1).uppercased() + test.brand.dropFirst()), "country": "US",
                "cvc_check": "unchecked", "exp_month": JSONTree(wanted.expiryMonth.map(Int64.init)),
                "exp_year": JSONTree(wanted.expiryYear.map(Int64.init)), "funding": "credit",
                "last4": .string(test.last4), "metadata": [:], "networks": ["preferred": .null],
            ], as: "card")
    }
}

/// A card as Stripe shows it in methods and charges.
enum CardShape {
    /// What both have.
    static func fields(_ card: PaymentMethod.Card) -> JSONObject {
        [
            "brand": .string(card.brand),
            "checks": [
                "address_line1_check": .null, "address_postal_code_check": .null, "cvc_check": "pass",
            ],
            "country": "US", "exp_month": .integer(Int64(card.expiryMonth)),
            "exp_year": .integer(Int64(card.expiryYear)),
            "fingerprint": .string("fp\(card.brand)\(card.last4)"),
            "funding": "credit", "last4": .string(card.last4),
            "wallet": wallet(card),
        ]
    }

    private static func wallet(_ card: PaymentMethod.Card) -> JSONTree {
        guard let wallet = card.wallet else { return .null }
        return ["type": .string(wallet), "dynamic_last4": .null]
    }
}

/// Whose card it is.
enum BillingDetails {
    /// Nobody said.
    static let none: JSONTree = [
        "address": [
            "city": .null, "country": .null, "line1": .null, "line2": .null, "postal_code": .null,
            "state": .null,
        ],
        "email": .null, "name": .null, "phone": .null, "tax_id": .null,
    ]
}

/// The bank account of the test mode, as Stripe shows it.
enum BankDetails {
    /// 110000000 / 000123456789
    static let shown: JSONTree = [
        "account_holder_type": "individual", "account_type": "checking", "bank_name": "STRIPE TEST BANK",
        "fingerprint": "fpbank6789", "last4": "6789", "routing_number": "110000000",
    ]
}
