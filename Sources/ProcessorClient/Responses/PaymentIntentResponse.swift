import Processor
import TimeKit

/// A payment intent in Stripe's JSON format.
struct PaymentIntentResponse: StripeResponse {
    var id: String
    var clientSecret: String?
    var created: Timestamp
    var status: String
    var amount: Int64
    var amountCapturable: Int64?
    var amountReceived: Int64?
    var currency: String
    var captureMethod: String
    var transferData: TransferData?
    var onBehalfOf: Reference?
    var applicationFeeAmount: Int64?
    var transferGroup: String?
    var customer: Reference?
    var paymentMethod: Reference?
    var latestCharge: Reference?
    var lastPaymentError: ErrorResponse.Details?
    var statementDescriptor: String?
    var statementDescriptorSuffix: String?
    var description: String?
    var receiptEmail: String?
    var canceledAt: Timestamp?
    var cancellationReason: String?
    var metadata: Metadata?

    func object(of account: String?) throws(ProcessorError) -> PaymentIntent {
        let wanted = PaymentIntent.Create(
            amount: amount, currency: try Unreadable.currency(currency), paymentMethod: paymentMethod?.id,
            customer: customer?.id, captureMethod: try Unreadable.word(captureMethod, in: "capture_method"),
            destination: transferData?.destination.id, onBehalfOf: onBehalfOf?.id,
            applicationFeeAmount: applicationFeeAmount, transferGroup: transferGroup,
            statementDescriptor: statementDescriptor, description: description, receiptEmail: receiptEmail,
            metadata: metadata ?? [:], statementDescriptorSuffix: statementDescriptorSuffix)
        var intent = PaymentIntent(
            id: id, clientSecret: clientSecret ?? "", created: created,
            status: try Unreadable.word(status, in: "status"), wanted)
        intent.amountCapturable = amountCapturable ?? 0
        intent.amountReceived = amountReceived ?? 0
        intent.latestCharge = latestCharge?.id
        intent.lastPaymentError = lastPaymentError?.object(status: 402, requestID: nil)
        intent.lastPaymentError?.paymentMethod = lastPaymentError?.paymentMethod?.id
        intent.canceledAt = canceledAt
        intent.cancellationReason = cancellationReason
        return intent
    }
}

/// The `transfer_data` field in Stripe's JSON format: the connected account that receives the money.
struct TransferData: Decodable {
    var destination: Reference
}

/// A charge in Stripe's JSON format.
struct ChargeResponse: StripeResponse {
    var id: String
    var created: Timestamp
    var amount: Int64
    var amountCaptured: Int64
    var amountRefunded: Int64
    var currency: String
    var status: String
    var captured: Bool
    var refunded: Bool
    var disputed: Bool
    var paymentIntent: Reference?
    var paymentMethod: String?
    var customer: Reference?
    var paymentMethodDetails: Details?
    var balanceTransaction: Reference?
    var transferData: TransferData?
    var onBehalfOf: Reference?
    var transfer: Reference?
    var applicationFee: Reference?
    var applicationFeeAmount: Int64?
    var transferGroup: String?
    var sourceTransfer: Reference?
    var failureCode: String?
    var failureMessage: String?
    var statementDescriptor: String?
    var statementDescriptorSuffix: String?
    var description: String?
    var receiptEmail: String?
    var metadata: Metadata?

    struct Details: Decodable {
        var card: CardResponse?
    }

    func object(of account: String?) throws(ProcessorError) -> Charge {
        var charge = Charge(
            id: id, created: created, amount: amount,
            currency: try Unreadable.currency(currency), status: try Unreadable.word(status, in: "status"))
        charge.amountCaptured = amountCaptured
        // Stripe counts the part that was authorized but not captured as refunded.
        charge.amountRefunded = captured ? max(0, amountRefunded - (amount - amountCaptured)) : amountRefunded
        charge.captured = captured
        charge.refunded = refunded
        charge.disputed = disputed
        charge.paymentIntent = paymentIntent?.id
        charge.paymentMethod = paymentMethod
        charge.customer = customer?.id
        charge.card = paymentMethodDetails?.card?.card
        charge.balanceTransaction = balanceTransaction?.id
        charge.destination = transferData?.destination.id
        charge.onBehalfOf = onBehalfOf?.id
        charge.transfer = transfer?.id
        charge.applicationFee = applicationFee?.id
        charge.applicationFeeAmount = applicationFeeAmount
        charge.transferGroup = transferGroup
        charge.sourceTransfer = sourceTransfer?.id
        charge.failureCode = failureCode
        charge.failureMessage = failureMessage
        charge.statementDescriptor = statementDescriptor
        charge.statementDescriptorSuffix = statementDescriptorSuffix
        charge.description = description
        charge.receiptEmail = receiptEmail
        charge.metadata = metadata ?? [:]
        return charge
    }
}

/// The details of a card in Stripe's JSON format.
struct CardResponse: Decodable {
    var brand: String?
    var last4: String?
    var expMonth: Int
    var expYear: Int
    var wallet: Wallet?
    var country: String?
    var funding: String?

    struct Wallet: Decodable {
        var type: String
    }

    var card: PaymentMethod.Card {
        PaymentMethod.Card(
            brand: brand ?? "unknown", last4: last4 ?? "", expiryMonth: expMonth, expiryYear: expYear,
            wallet: wallet?.type, country: country == "US" ? nil : country,
            funding: funding == "credit" ? nil : funding)
    }
}

/// A refund in Stripe's JSON format.
struct RefundResponse: StripeResponse {
    var id: String
    var created: Timestamp
    var amount: Int64
    var currency: String
    var status: String?
    var charge: Reference?
    var paymentIntent: Reference?
    var balanceTransaction: Reference?
    var transferReversal: Expandable<Reversal>?
    var sourceTransferReversal: Reference?
    var reason: String?
    var failureReason: String?
    var metadata: Metadata?

    /// A transfer reversal. If Stripe did not expand the reversal in the response, only the id is set.
    struct Reversal: Decodable {
        var amount: Int64
    }

    func object(of account: String?) throws(ProcessorError) -> Refund {
        var refund = Refund(
            id: id, created: created, amount: amount,
            currency: try Unreadable.currency(currency),
            status: try Unreadable.word(status ?? "", in: "status"), charge: charge?.id ?? "")
        refund.paymentIntent = paymentIntent?.id
        refund.balanceTransaction = balanceTransaction?.id
        refund.transferReversal = transferReversal?.id
        refund.reversedAmount = transferReversal?.details?.amount ?? 0
        refund.sourceTransferReversal = sourceTransferReversal?.id
        refund.reason = reason.flatMap(Refund.Reason.init)
        refund.failureReason = failureReason
        refund.metadata = metadata ?? [:]
        return refund
    }
}

/// A dispute in Stripe's JSON format.
struct DisputeResponse: StripeResponse {
    var id: String
    var created: Timestamp
    var amount: Int64
    var currency: String
    var status: String
    var reason: String
    var charge: Reference
    var paymentIntent: Reference?
    var balanceTransactions: [Reference]
    var evidence: Evidence
    var evidenceDetails: Details
    var metadata: Metadata?

    struct Evidence: Decodable {
        var uncategorizedText: String?
    }

    struct Details: Decodable {
        var dueBy: Timestamp?
    }

    func object(of account: String?) throws(ProcessorError) -> Dispute {
        var dispute = Dispute(
            id: id, created: created, amount: amount,
            currency: try Unreadable.currency(currency), status: try Unreadable.word(status, in: "status"),
            reason: reason, charge: charge.id)
        dispute.paymentIntent = paymentIntent?.id
        dispute.balanceTransactions = balanceTransactions.map(\.id)
        dispute.evidence = evidence.uncategorizedText
        dispute.dueBy = evidenceDetails.dueBy
        dispute.metadata = metadata ?? [:]
        return dispute
    }
}
