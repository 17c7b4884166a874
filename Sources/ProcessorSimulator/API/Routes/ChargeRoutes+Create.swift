import MoneyKit
import Processor
import TextKit

/// The routes that create and capture charges without a payment intent, and the route that updates a charge's
/// refund.
///
/// Source: Stripe API reference, "Create a charge", "Capture a charge".
enum CreateChargeRoutes {
    static let all: [Route] = [
        .post(
            "/v1/charges",
            simulates: [
                "amount", "currency", "source", "card", "customer", "capture", "description", "metadata",
                "receipt_email", "statement_descriptor", "statement_descriptor_suffix", "transfer_group",
                "transfer_data[destination]", "transfer_data[amount]", "destination", "on_behalf_of",
                "application_fee_amount",
            ], keeps: ["shipping"]
        ) { call in
            let request = try wanted(call)
            let source = call.has("source") ? call["source"] : call["card"]
            let payer = try call.work.payer(source, customer: request.customer)
            return try call.shown(call.work.create(charge: request, from: payer))
        },
        .post(
            "/v1/charges/{charge}/capture",
            simulates: [
                "amount", "application_fee_amount", "receipt_email", "statement_descriptor",
                "statement_descriptor_suffix", "transfer_data[amount]", "transfer_group",
            ]
        ) { call in
            var charge = try call.object(Charge.self)
            try change(&charge, call)
            return try call.shown(call.work.capture(charge, amount: call["amount"].integer))
        },
        .post("/v1/charges/{charge}/refunds/{refund}", simulates: ["metadata"]) { call in
            var refund = try call.object(Refund.self, "refund")
            guard refund.charge == call.path("charge") else {
                throw ProcessorError.noSuch(Refund.objectName, refund.id)
            }
            refund.metadata = try call.metadata(over: refund.metadata)
            let written = try call.work.put(refund)
            try call.work.emit("refund.updated", written)
            return try call.shown(refund)
        },
    ]

    private static func wanted(_ call: Call) throws -> PaymentIntent.Create {
        guard let amount = call["amount"].integer else { throw ProcessorError.missing("amount") }
        guard let currency = try call.currency() else { throw ProcessorError.missing("currency") }
        let destination = call["destination"]
        return PaymentIntent.Create(
            amount: amount, currency: currency, customer: call["customer"].string,
            captureMethod: call["capture"].bool ?? true ? .automatic : .manual,
            destination: call["transfer_data"]["destination"].string ?? destination.string
                ?? destination["account"].string, onBehalfOf: call["on_behalf_of"].string,
            applicationFeeAmount: call["application_fee_amount"].integer,
            transferGroup: call["transfer_group"].string,
            statementDescriptor: call["statement_descriptor"].string, description: call["description"].string,
            receiptEmail: call["receipt_email"].string, metadata: call.metadata,
            transferAmount: call["transfer_data"]["amount"].integer ?? destination["amount"].integer,
            statementDescriptorSuffix: call["statement_descriptor_suffix"].string)
    }

    /// Applies the parameters of a capture request to a charge.
    private static func change(_ charge: inout Charge, _ call: Call) throws {
        if let fee = call["application_fee_amount"].integer {
            guard fee >= 0, fee <= charge.amount, charge.destination != nil || call.account != nil else {
                throw ProcessorError.invalid(
                    "An application fee must be between 0 and the amount of the charge, and requires a destination or the Stripe-Account header.",
                    parameter: "application_fee_amount")
            }
            charge.applicationFeeAmount = fee
        }
        if let amount = call["transfer_data"]["amount"].integer {
            guard amount > 0, amount <= charge.amount, charge.destination != nil else {
                throw ProcessorError.notAnAmount("transfer_data[amount]")
            }
            charge.transferAmount = amount
        }
        if let email = call["receipt_email"].string {
            try IntentRules.check(email: email, parameter: "receipt_email")
            charge.receiptEmail = email
        }
        if let text = call["statement_descriptor"].string {
            try IntentRules.check(statementDescriptor: text)
            charge.statementDescriptor = text
        }
        if let text = call["statement_descriptor_suffix"].string {
            try IntentRules.check(statementDescriptorSuffix: text)
            charge.statementDescriptorSuffix = text
        }
        charge.transferGroup = call["transfer_group"].string ?? charge.transferGroup
    }
}
