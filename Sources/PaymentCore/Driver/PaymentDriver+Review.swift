import Processor
import TimeKit

/// What needed a person is looked for again: a list that lacked it may have it now.
extension PaymentDriver {
    /// Looks for the payments of which the processor had nothing.
    ///
    /// - Returns: How many were found.
    func lookForReviewed() async throws -> Int {
        let lost = try await units.read { try $0.payments(in: .needsReview, behind: nil, limit: 1000) }
            .filter { $0.intent == nil }
        let found = try await intents(
            ofPayments: Dictionary(uniqueKeysWithValues: lost.map { ($0.id, $0.created) }))
        for (id, intent) in found {
            try await units.write { unit in
                guard let payment = try unit.payment(id) else { return }
                try apply(intent, to: payment, in: unit)
            }
        }
        return found.count
    }

    /// Looks for a refund of which the processor had nothing.
    func lookAgain(for refund: PaymentRefund) async throws {
        guard let intent = try await units.read({ try $0.payment(refund.payment)?.intent }),
            let found = try await self.refund(refund.id, ofIntent: intent)
        else { return }
        try await units.write { unit in
            guard let refund = try unit.refund(refund.id), refund.processorRefund == nil,
                let payment = try unit.payment(refund.payment)
            else { return }
            try book(found, as: refund, of: payment, feeGoesBack: found.transferReversal != nil, in: unit)
        }
    }

    /// The processor's refund of ours, or nil.
    func refund(_ id: String, ofIntent intent: String) async throws -> Refund? {
        let found = try await finding { () throws(ProcessorError) in
            try await processor.refunds(ofIntent: intent)
        }
        return try found.flatMap { try only(in: $0) { $0.metadata["refund_id"] == id } }
    }
}
