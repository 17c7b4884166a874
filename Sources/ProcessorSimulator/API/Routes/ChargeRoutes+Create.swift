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
            let request = try call.wantedCharge()
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
            try call.change(&charge)
            return try call.shown(call.work.capture(charge, amount: call["amount"].integer))
        },
        .update(
            "/v1/charges/{charge}/refunds/{refund}", Refund.self, "refund", simulates: ["metadata"],
            event: "refund.updated"
        ) { call, refund in
            guard refund.charge == call.path("charge") else {
                throw ProcessorError.noSuch(Refund.objectName, refund.id)
            }
            try call.takeMetadata(into: &refund.metadata)
        },
    ]
}

extension Call {
    fileprivate func wantedCharge() throws -> PaymentIntent.Create {
        let amount = try requiredAmount()
        let currency = try requiredCurrency()
        let destination = self["destination"]
        return PaymentIntent.Create(
            amount: amount, currency: currency, customer: self["customer"].string,
            captureMethod: self["capture"].bool ?? true ? .automatic : .manual,
            destination: self["transfer_data"]["destination"].string ?? destination.string
                ?? destination["account"].string, onBehalfOf: self["on_behalf_of"].string,
            applicationFeeAmount: self["application_fee_amount"].integer,
            transferGroup: self["transfer_group"].string,
            statementDescriptor: self["statement_descriptor"].string, description: self["description"].string,
            receiptEmail: self["receipt_email"].string, metadata: metadata,
            transferAmount: self["transfer_data"]["amount"].integer ?? destination["amount"].integer,
            statementDescriptorSuffix: self["statement_descriptor_suffix"].string)
    }

    /// Applies the parameters of a capture request to a charge.
    fileprivate func change(_ charge: inout Charge) throws {
        if let fee = self["application_fee_amount"].integer {
            guard fee >= 0, fee <= charge.amount, charge.destination != nil || account != nil else {
                throw ProcessorError.invalid(
                    "An application fee must be between 0 and the amount of the charge, and requires a destination or the Stripe-Account header.",
                    parameter: "application_fee_amount")
            }
            charge.applicationFeeAmount = fee
        }
        if let amount = self["transfer_data"]["amount"].integer {
            guard amount > 0, amount <= charge.amount, charge.destination != nil else {
                throw ProcessorError.notAnAmount("transfer_data[amount]")
            }
            charge.transferAmount = amount
        }
        if let email = self["receipt_email"].string {
            try IntentRules.check(email: email, parameter: "receipt_email")
            charge.receiptEmail = email
        }
        if let text = self["statement_descriptor"].string {
            try IntentRules.check(statementDescriptor: text)
            charge.statementDescriptor = text
        }
        if let text = self["statement_descriptor_suffix"].string {
            try IntentRules.check(statementDescriptorSuffix: text)
            charge.statementDescriptorSuffix = text
        }
        charge.transferGroup = self["transfer_group"].string ?? charge.transferGroup
    }
}
