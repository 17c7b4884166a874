import Processor
import TimeKit

/// An account's balances in Stripe's JSON format: a list of available amounts and a list of pending amounts,
/// each with one entry per currency.
struct BalanceResponse: StripeResponse {
    var available: [Part]
    var pending: [Part]

    struct Part: Decodable {
        var amount: Int64
        var currency: String
    }

    /// Returns a balance for each currency in the lists of available and pending amounts.
    func object(of account: String?) throws(ProcessorError) -> [Balance] {
        var codes: [String] = []
        for part in available + pending where !codes.contains(part.currency) { codes.append(part.currency) }
        func amount(_ code: String, in parts: [Part]) -> Int64 {
            parts.reduce(0) { $0 + ($1.currency == code ? $1.amount : 0) }
        }
        return try codes.map { code throws(ProcessorError) in
            Balance(
                currency: try Unreadable.currency(code), available: amount(code, in: available),
                pending: amount(code, in: pending))
        }
    }
}

/// A balance transaction in Stripe's JSON format.
struct BalanceTransactionResponse: StripeResponse {
    var id: String
    var created: Timestamp
    var type: String
    var amount: Int64
    var fee: Int64
    var currency: String
    var source: Reference?
    var availableOn: Timestamp
    var description: String?

    func object(of account: String?) throws(ProcessorError) -> BalanceTransaction {
        var transaction = BalanceTransaction(
            id: id, created: created, account: account,
            kind: try Unreadable.word(type, in: "type"), amount: amount, fee: fee,
            currency: try Unreadable.currency(currency), source: source?.id,
            availableOn: availableOn)
        transaction.description = description
        return transaction
    }
}

/// A transfer in Stripe's JSON format.
struct TransferResponse: StripeResponse {
    var id: String
    var created: Timestamp
    var amount: Int64
    var amountReversed: Int64
    var currency: String
    var destination: Reference?
    var destinationPayment: Reference?
    var balanceTransaction: Reference?
    var sourceTransaction: Reference?
    var transferGroup: String?
    var metadata: Metadata?

    func object(of account: String?) throws(ProcessorError) -> Transfer {
        var transfer = Transfer(
            id: id, created: created, amount: amount,
            currency: try Unreadable.currency(currency), destination: destination?.id ?? "")
        transfer.amountReversed = amountReversed
        transfer.destinationPayment = destinationPayment?.id
        transfer.balanceTransaction = balanceTransaction?.id
        transfer.sourceTransaction = sourceTransaction?.id
        transfer.transferGroup = transferGroup
        transfer.metadata = metadata ?? [:]
        return transfer
    }
}

/// A transfer reversal in Stripe's JSON format.
struct TransferReversalResponse: StripeResponse {
    var id: String
    var created: Timestamp
    var amount: Int64
    var currency: String
    var transfer: Reference
    var balanceTransaction: Reference?
    var metadata: Metadata?

    func object(of account: String?) throws(ProcessorError) -> TransferReversal {
        var reversal = TransferReversal(
            id: id, created: created, amount: amount,
            currency: try Unreadable.currency(currency), transfer: transfer.id)
        reversal.balanceTransaction = balanceTransaction?.id
        reversal.metadata = metadata ?? [:]
        return reversal
    }
}

/// A payout in Stripe's JSON format.
struct PayoutResponse: StripeResponse {
    var id: String
    var created: Timestamp
    var amount: Int64
    var currency: String
    var status: String
    var arrivalDate: Timestamp
    var balanceTransaction: Reference?
    var failureCode: String?
    var metadata: Metadata?

    func object(of account: String?) throws(ProcessorError) -> Payout {
        var payout = Payout(
            id: id, created: created, account: account, amount: amount,
            currency: try Unreadable.currency(currency), status: try Unreadable.word(status, in: "status"),
            arrivalDate: arrivalDate)
        payout.balanceTransaction = balanceTransaction?.id
        payout.failureCode = failureCode
        payout.metadata = metadata ?? [:]
        return payout
    }
}

/// An application fee in Stripe's JSON format.
struct ApplicationFeeResponse: StripeResponse {
    var id: String
    var created: Timestamp
    var account: Reference
    var amount: Int64
    var amountRefunded: Int64
    var currency: String
    var originatingTransaction: Reference?
    var balanceTransaction: Reference?
    var refunds: Returns?

    struct Returns: Decodable {
        var data: [ApplicationFee.Return]
    }

    func object(of asked: String?) throws(ProcessorError) -> ApplicationFee {
        var fee = ApplicationFee(
            id: id, created: created, account: account.id, amount: amount,
            currency: try Unreadable.currency(currency),
            originatingTransaction: originatingTransaction?.id ?? "")
        fee.amountRefunded = amountRefunded
        fee.balanceTransaction = balanceTransaction?.id
        fee.returns = refunds?.data ?? []
        return fee
    }
}
