import Processor
import TimeKit

/// A charge as Stripe tells it.
struct ChargeAnswer: Answer {
    var id: String
    var created: Int64
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
    var metadata: Metadata?

    struct Details: Decodable, Sendable {
        var card: CardAnswer?
    }

    func noun(of account: String?) throws(ProcessorError) -> Charge {
        var charge = Charge(
            id: id, created: Timestamp(seconds: created), amount: amount,
            currency: try Unreadable.currency(currency), status: try Unreadable.word(status, in: "status"))
        charge.amountCaptured = amountCaptured
        charge.amountRefunded = amountRefunded
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
        charge.metadata = metadata ?? [:]
        return charge
    }
}

/// What a card looks like.
struct CardAnswer: Decodable, Sendable {
    var brand: String?
    var last4: String?
    var expMonth: Int
    var expYear: Int
    var wallet: Wallet?

    struct Wallet: Decodable, Sendable {
        var type: String
    }

    var card: PaymentMethod.Card {
        PaymentMethod.Card(
            brand: brand ?? "unknown", last4: last4 ?? "", expiryMonth: expMonth, expiryYear: expYear,
            wallet: wallet?.type)
    }
}
