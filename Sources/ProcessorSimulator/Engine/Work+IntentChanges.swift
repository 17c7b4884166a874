import MoneyKit
import Processor
import TimeKit

/// Changes of an intent. Nil leaves a field as it is.
struct IntentChange {
    var amount: Int64?
    var currency: Currency?
    var customer: String?
    var paymentMethod: String?
    /// The platform's application fee; `.some(nil)` removes it.
    var applicationFeeAmount: Int64??
    var description: String??
    var receiptEmail: String??
    var statementDescriptor: String?
    var transferGroup: String??
    var metadata: Metadata?
}

extension Work {
    /// Changes an intent.
    ///
    /// Source: Stripe API reference, "Update a PaymentIntent".
    func update(intent id: String, _ change: IntentChange) throws -> Written<PaymentIntent> {
        var intent = try inPath(PaymentIntent.self, id)
        let onlyWords =
            change.amount == nil && change.currency == nil && change.customer == nil
            && change.paymentMethod == nil && change.applicationFeeAmount == nil
        if !onlyWords {
            try expect(
                intent, in: [.requiresPaymentMethod, .requiresConfirmation, .requiresAction], to: "update")
        }
        intent.amount = change.amount ?? intent.amount
        intent.currency = change.currency ?? intent.currency
        try AmountRules.check(charge: intent.amount, in: intent.currency)
        if let customer = change.customer { intent.customer = try living(customer, by: "customer").id }
        if let name = change.paymentMethod {
            intent.paymentMethod = try method(name, for: intent.customer).id
            if intent.status == .requiresPaymentMethod { intent.status = .requiresConfirmation }
        }
        if let fee = change.applicationFeeAmount {
            guard (fee ?? 0) <= intent.amount, (fee ?? 0) >= 0, fee == nil || intent.destination != nil else {
                throw ProcessorError.invalid(
                    nil,
                    "The application fee goes with transfer_data[destination] and is at most the amount.",
                    parameter: "application_fee_amount")
            }
            intent.applicationFeeAmount = fee
        }
        if let email = change.receiptEmail {
            if let email { try IntentRules.check(email: email, parameter: "receipt_email") }
            intent.receiptEmail = email
        }
        if let text = change.statementDescriptor {
            try IntentRules.check(statementDescriptor: text)
            intent.statementDescriptor = text
        }
        intent.description = change.description ?? intent.description
        intent.transferGroup = change.transferGroup ?? intent.transferGroup
        intent.metadata = change.metadata ?? intent.metadata
        return try put(intent)
    }
}
