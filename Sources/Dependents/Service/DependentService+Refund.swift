import DatabaseKit
import PaymentCore

extension DependentService {
    /// Refunds all or part of a paid fee. The money is taken from the agency's account, or from the platform
    /// if the agency has no account.
    ///
    /// - Parameter amountMinor: The amount in halalas, from 1 to the amount that has not been refunded yet.
    ///   If nil, the whole remaining amount is refunded.
    /// - Returns: The review. If the processor does not respond, a reconciliation finishes the refund.
    /// - Throws: ``DependentError`` with code `notFound` or `notPaid`. `PaymentError` with code
    ///   `refundTooLarge`, `processorRefused`, or `wrongState` if the guardian's bank disputes the payment or
    ///   has taken the money back.
    public func refund(_ id: String, amountMinor: Int64? = nil) async throws -> DependentReview {
        let enrolled = try await database.read { try $0.existing(id, for: nil) }
        guard let payment = enrolled.payment else { throw DependentError(.notPaid, id) }
        // If money was refunded directly at the processor in the meantime, only the rest can be refunded.
        try await payments.noticeReturns(of: payment)
        let call = try await database.write { transaction in
            guard try transaction.payment(payment)?.paidAt != nil else { throw DependentError(.notPaid, id) }
            return try payments.beginRefund(
                of: payment, amountMinor: amountMinor, reason: nil, in: transaction
            ).1
        }
        if let refusal = try await payments.executeTolerantly([call]) { throw refusal }
        // The agency owes what its account could not pay. The debt is collected now or later.
        if let payee = try await database.read({ try $0.payment(payment)?.form.payee }) {
            try await payments.collectSoon(from: payee)
        }
        return try await review(id)
    }
}
