import TimeKit
import Processor

extension Charge: Shaped {
    func fields(_ work: Work) throws -> JSONObject {
        var fields: JSONObject = [
            "amount": .integer(amount), "amount_captured": .integer(amountCaptured),
            "amount_refunded": .integer(amountRefunded), "application_fee": JSONValue(applicationFee),
            "application_fee_amount": JSONValue(applicationFeeAmount),
            "balance_transaction": JSONValue(balanceTransaction), "billing_details": BillingDetails.none,
            "calculated_statement_descriptor": .text(statementDescriptor ?? "TAPKIT SIMULATION"),
            "captured": .bool(captured), "created": .integer(created.seconds),
            "currency": JSONValue(currency), "customer": JSONValue(customer), "disputed": .bool(disputed),
            "failure_code": JSONValue(failureCode), "failure_message": JSONValue(failureMessage),
            "fraud_details": [:], "livemode": .bool(livemode), "metadata": JSONValue(metadata),
            "on_behalf_of": JSONValue(onBehalfOf), "outcome": outcome, "paid": .bool(paid),
            "payment_intent": JSONValue(paymentIntent), "payment_method": JSONValue(paymentMethod),
            "payment_method_details": sourceTransfer == nil ? details : .null,
            "receipt_url": .null, "refunded": .bool(refunded),
            "source_transfer": JSONValue(sourceTransfer),
            "statement_descriptor": JSONValue(statementDescriptor), "status": .text(status.rawValue),
            "transfer_group": JSONValue(transferGroup),
            "transfer_data": transferData,
        ]
        fields["transfer"] = transfer.map { .text($0) }
        return fields
    }

    private var transferData: JSONValue {
        guard let destination else { return .null }
        return ["destination": .text(destination), "amount": JSONValue(transferAmount)]
    }

    private var outcome: JSONValue {
        let failed = status == .failed
        return [
            "advice_code": .null, "network_advice_code": .null, "network_decline_code": .null,
            "network_status": .text(failed ? "declined_by_network" : "approved_by_network"),
            "reason": failed ? JSONValue(failureCode) : .null, "risk_level": "normal", "risk_score": 10,
            "seller_message": .text(failed ? failureMessage ?? "" : "Payment complete."),
            "type": .text(failed ? "issuer_declined" : "authorized"),
        ]
    }

    private var details: JSONValue {
        guard let card else { return ["type": "us_bank_account", "us_bank_account": BankDetails.shown] }
        var fields = CardShape.fields(card)
        fields["three_d_secure"] = .null
        fields["amount_authorized"] = .integer(amount)
        fields["network"] = .text(card.brand)
        return ["type": "card", "card": .object(fields)]
    }
}
