import DatabaseKit
import Processor
import TimeKit

/// Repeats lookups that left a payment or refund for review: the processor's list may be complete now.
extension PaymentDriver {
    /// Looks for the intents of payments that the processor did not have at the last lookup.
    ///
    /// - Returns: The number of payments that were found.
    func lookForReviewed() async throws -> Int {
        let lost = try await database.read { try $0.payments(in: .needsReview, behind: nil, limit: 1000) }
            .filter { $0.intent == nil }
        let found = try await intents(
            ofPayments: Dictionary(uniqueKeysWithValues: lost.map { ($0.id, $0.created) }))
        for (id, intent) in found {
            try await database.write { transaction in
                guard let payment = try transaction.payment(id) else { return }
                try apply(intent, to: payment, in: transaction)
            }
        }
        return found.count
    }

    /// Looks for a refund that the processor did not have at the last lookup.
    func lookAgain(for refund: PaymentRefund) async throws {
        guard let intent = try await database.read({ try $0.payment(refund.payment)?.intent }),
            let found = try await self.refund(refund.id, ofIntent: intent)
        else { return }
        try await database.write { transaction in
            guard let refund = try transaction.refund(refund.id), refund.processorRefund == nil,
                let payment = try transaction.payment(refund.payment)
            else { return }
            try book(
                found, as: refund, of: payment, feeGoesBack: found.transferReversal != nil, in: transaction)
        }
    }

    /// Returns the processor's object for one of our refunds, or nil.
    func refund(_ id: String, ofIntent intent: String) async throws -> Refund? {
        let found = try await finding { () throws(ProcessorError) in
            try await processor.refunds(ofIntent: intent)
        }
        return try found.flatMap { try only(in: $0) { $0.metadata["refund_id"] == id } }
    }
}
