import Processor
import TimeKit

/// A refund as Stripe tells it, its transfer's reversal expanded.
struct RefundAnswer: Answer {
    var id: String
    var created: Int64
    var amount: Int64
    var currency: String
    var status: String?
    var charge: Reference?
    var paymentIntent: Reference?
    var balanceTransaction: Reference?
    var transferReversal: Reversal?
    var sourceTransferReversal: Reference?
    var reason: String?
    var failureReason: String?
    var metadata: Metadata?

    /// A reversal, or where it was not expanded its id.
    struct Reversal: Decodable, Sendable {
        var id: String
        var amount: Int64?

        init(from decoder: any Decoder) throws {
            if let id = try? decoder.singleValueContainer().decode(String.self) {
                self.id = id
            } else {
                let fields = try decoder.container(keyedBy: Key.self)
                id = try fields.decode(String.self, forKey: .id)
                amount = try fields.decode(Int64.self, forKey: .amount)
            }
        }

        private enum Key: String, CodingKey { case id, amount }
    }

    func noun(of account: String?) throws(ProcessorError) -> Refund {
        var refund = Refund(
            id: id, created: Timestamp(seconds: created), amount: amount,
            currency: try Unreadable.currency(currency),
            status: try Unreadable.word(status ?? "", in: "status"), charge: charge?.id ?? "")
        refund.paymentIntent = paymentIntent?.id
        refund.balanceTransaction = balanceTransaction?.id
        refund.transferReversal = transferReversal?.id
        refund.reversedAmount = transferReversal?.amount ?? 0
        refund.sourceTransferReversal = sourceTransferReversal?.id
        refund.reason = reason.flatMap(Refund.Reason.init)
        refund.failureReason = failureReason
        refund.metadata = metadata ?? [:]
        return refund
    }
}

/// A dispute as Stripe tells it.
struct DisputeAnswer: Answer {
    var id: String
    var created: Int64
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

    struct Evidence: Decodable, Sendable {
        var uncategorizedText: String?
    }

    struct Details: Decodable, Sendable {
        var dueBy: Int64?
    }

    func noun(of account: String?) throws(ProcessorError) -> Dispute {
        var dispute = Dispute(
            id: id, created: Timestamp(seconds: created), amount: amount,
            currency: try Unreadable.currency(currency), status: try Unreadable.word(status, in: "status"),
            reason: reason, charge: charge.id)
        dispute.paymentIntent = paymentIntent?.id
        dispute.balanceTransactions = balanceTransactions.map(\.id)
        dispute.evidence = evidence.uncategorizedText
        dispute.dueBy = Timestamp(evidenceDetails.dueBy)
        dispute.metadata = metadata ?? [:]
        return dispute
    }
}
