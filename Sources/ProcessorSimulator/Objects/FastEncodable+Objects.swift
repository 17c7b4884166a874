public import DatabaseKit
import MoneyKit
public import Processor
import TimeKit

// Every charge writes these types several times. A test compares the output with that of `Codable`.

extension PaymentIntent: FastEncodable {
    /// Writes all fields, in alphabetical order.
    public func write(to document: inout DocumentWriter) {
        document.field("amount", amount)
        document.field("amountCapturable", amountCapturable)
        document.field("amountReceived", amountReceived)
        document.field("applicationFeeAmount", applicationFeeAmount)
        document.field("canceledAt", canceledAt?.seconds)
        document.field("cancellationReason", cancellationReason)
        document.field("captureMethod", captureMethod)
        document.field("clientSecret", clientSecret)
        document.field("created", created.seconds)
        document.field("currency", currency.code)
        document.field("customer", customer)
        document.field("description", description)
        document.field("destination", destination)
        document.field("id", id)
        document.field("lastPaymentError", lastPaymentError)
        document.field("latestCharge", latestCharge)
        document.field("livemode", livemode)
        document.field("metadata", metadata)
        document.field("object", object)
        document.field("onBehalfOf", onBehalfOf)
        document.field("paymentMethod", paymentMethod)
        document.field("receiptEmail", receiptEmail)
        document.field("returnURL", returnURL)
        document.field("setupFutureUsage", setupFutureUsage)
        document.field("statementDescriptor", statementDescriptor)
        document.field("statementDescriptorSuffix", statementDescriptorSuffix)
        document.field("status", status)
        document.field("transferAmount", transferAmount)
        document.field("transferGroup", transferGroup)
    }
}

extension Charge: FastEncodable {
    /// Writes all fields, in alphabetical order.
    public func write(to document: inout DocumentWriter) {
        document.field("amount", amount)
        document.field("amountCaptured", amountCaptured)
        document.field("amountRefunded", amountRefunded)
        document.field("applicationFee", applicationFee)
        document.field("applicationFeeAmount", applicationFeeAmount)
        document.field("balanceTransaction", balanceTransaction)
        document.field("captured", captured)
        document.field("card", card)
        document.field("created", created.seconds)
        document.field("currency", currency.code)
        document.field("customer", customer)
        document.field("description", description)
        document.field("destination", destination)
        document.field("disputed", disputed)
        document.field("failureCode", failureCode)
        document.field("failureMessage", failureMessage)
        document.field("id", id)
        document.field("livemode", livemode)
        document.field("metadata", metadata)
        document.field("object", object)
        document.field("onBehalfOf", onBehalfOf)
        document.field("paymentIntent", paymentIntent)
        document.field("paymentMethod", paymentMethod)
        document.field("receiptEmail", receiptEmail)
        document.field("refunded", refunded)
        document.field("sourceTransfer", sourceTransfer)
        document.field("statementDescriptor", statementDescriptor)
        document.field("statementDescriptorSuffix", statementDescriptorSuffix)
        document.field("status", status)
        document.field("transfer", transfer)
        document.field("transferAmount", transferAmount)
        document.field("transferGroup", transferGroup)
    }
}

extension PaymentMethod.Card: FastEncodable {
    /// Writes all fields, in alphabetical order.
    public func write(to document: inout DocumentWriter) {
        document.field("brand", brand)
        document.field("country", country)
        document.field("expiryMonth", expiryMonth)
        document.field("expiryYear", expiryYear)
        document.field("funding", funding)
        document.field("last4", last4)
        document.field("wallet", wallet)
    }
}

extension BalanceTransaction: FastEncodable {
    /// Writes all fields, in alphabetical order.
    public func write(to document: inout DocumentWriter) {
        document.field("account", account)
        document.field("amount", amount)
        document.field("applicationFee", applicationFee)
        document.field("availableOn", availableOn.seconds)
        document.field("created", created.seconds)
        document.field("currency", currency.code)
        document.field("description", description)
        document.field("fee", fee)
        document.field("id", id)
        document.field("kind", kind)
        document.field("net", net)
        document.field("object", object)
        document.field("payout", payout)
        document.field("source", source)
    }
}

extension Transfer: FastEncodable {
    /// Writes all fields, in alphabetical order.
    public func write(to document: inout DocumentWriter) {
        document.field("amount", amount)
        document.field("amountReversed", amountReversed)
        document.field("balanceTransaction", balanceTransaction)
        document.field("created", created.seconds)
        document.field("currency", currency.code)
        document.field("destination", destination)
        document.field("destinationPayment", destinationPayment)
        document.field("id", id)
        document.field("metadata", metadata)
        document.field("object", object)
        document.field("sourceTransaction", sourceTransaction)
        document.field("transferGroup", transferGroup)
    }
}

extension ApplicationFee: FastEncodable {
    /// Writes all fields, in alphabetical order.
    public func write(to document: inout DocumentWriter) {
        document.field("account", account)
        document.field("amount", amount)
        document.field("amountRefunded", amountRefunded)
        document.field("balanceTransaction", balanceTransaction)
        document.field("created", created.seconds)
        document.field("currency", currency.code)
        document.field("id", id)
        document.field("object", object)
        document.field("originatingTransaction", originatingTransaction)
    }
}

extension ProcessorError: FastEncodable {
    /// Writes all fields, in alphabetical order.
    public func write(to document: inout DocumentWriter) {
        document.field("charge", charge)
        document.field("code", code)
        document.field("customer", customer)
        document.field("declineCode", declineCode)
        document.field("kind", kind)
        document.field("message", message)
        document.field("parameter", parameter)
        document.field("paymentIntent", paymentIntent)
        document.field("paymentMethod", paymentMethod)
        document.field("requestID", requestID)
        document.field("setupIntent", setupIntent)
        document.field("status", status)
    }
}
