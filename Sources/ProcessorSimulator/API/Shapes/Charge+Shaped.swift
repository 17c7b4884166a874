import TimeKit
import Processor
import TextKit

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
