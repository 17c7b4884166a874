import Processor
import TimeKit

/// A payment intent as Stripe tells it.
struct PaymentIntentAnswer: Answer {
    var id: String
    var clientSecret: String?
    var created: Int64
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
    var lastPaymentError: ErrorAnswer.Told?
    var statementDescriptor: String?
    var description: String?
    var receiptEmail: String?
    var canceledAt: Int64?
    var cancellationReason: String?
    var metadata: Metadata?

    func noun(of account: String?) throws(ProcessorError) -> PaymentIntent {
        let wanted = PaymentIntent.Create(
            amount: amount, currency: try Unreadable.currency(currency), paymentMethod: paymentMethod?.id,
            customer: customer?.id, captureMethod: try Unreadable.word(captureMethod, in: "capture_method"),
            destination: transferData?.destination.id, onBehalfOf: onBehalfOf?.id,
            applicationFeeAmount: applicationFeeAmount, transferGroup: transferGroup,
            statementDescriptor: statementDescriptor, description: description, receiptEmail: receiptEmail,
            metadata: metadata ?? [:])
        var intent = PaymentIntent(
            id: id, clientSecret: clientSecret ?? "", created: Timestamp(seconds: created),
            status: try Unreadable.word(status, in: "status"), wanted)
        intent.amountCapturable = amountCapturable ?? 0
        intent.amountReceived = amountReceived ?? 0
        intent.latestCharge = latestCharge?.id
        intent.lastPaymentError = lastPaymentError?.noun(status: 402, requestID: nil)
        intent.canceledAt = Timestamp(canceledAt)
        intent.cancellationReason = cancellationReason
        return intent
    }
}

/// Who gets the money of a charge.
struct TransferData: Decodable, Sendable {
    var destination: Reference
}
