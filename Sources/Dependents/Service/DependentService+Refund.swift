import PaymentCore

extension DependentService {
    /// Refunds all or a part of a paid fee. The agency's account pays it back, or the platform if the agency has none.
    ///
    /// - Parameter amountMinor: In halalas, from 1 to what has not been refunded; nil refunds all of that.
    /// - Returns: The review. If the processor does not respond, `reconcile` finishes the refund.
    /// - Throws: ``DependentError``: `notFound`; `notPaid`. `PaymentError`: `wrongState` if the guardian's bank disputes
    ///   the payment; `refundTooLarge`; `processorRefused`.
    public func refund(_ id: String, amountMinor: Int64? = nil) async throws -> DependentReview {
        let enrolled = try await units.read { try $0.existing(id, for: nil) }
        guard let payment = enrolled.payment else { throw DependentError(.notPaid, id) }
        // If money was refunded at the processor in the meantime, only the rest is refundable.
        try await payments.noticeReturns(of: payment)
        let call = try await units.write { unit in
            guard try unit.payment(payment)?.paidAt != nil else { throw DependentError(.notPaid, id) }
            return try payments.beginRefund(of: payment, amountMinor: amountMinor, reason: nil, in: unit).1
        }
        if let refusal = try await payments.carryOn([call]) { throw refusal }
        // What the agency's account could not pay back is taken from it, now or later.
        if let payee = try await units.read({ try $0.payment(payment)?.form.payee }) {
            try await payments.collectSoon(from: payee)
        }
        return try await review(id)
    }
}
