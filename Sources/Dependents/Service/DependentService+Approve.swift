import DatabaseKit
public import MoneyKit
public import PaymentCore

extension DependentService {
    /// Charges a dependent's fee. If the fee was already charged, returns the existing payment.
    ///
    /// - Parameters:
    ///   - guardian: The guardian who approves the fee, or nil for the agency's staff.
    ///   - shown: The fee that the guardian saw. A new payment begins only if this fee is equal to the
    ///     current fee. If nil, the fees are not compared.
    ///   - method: The payment method, `pm_…`.
    ///   - client: The network address of the guardian's client, or nil.
    /// - Returns: The review and the payment, which may have been declined. If the processor did not respond,
    ///   the payment is not final. A reconciliation finds the outcome, and approving the fee again repeats
    ///   the same request.
    /// - Throws: ``DependentError``, with code `refunded` if the fee was paid and then refunded;
    ///   `PaymentError`, for example if the fraud guard blocks the attempt.
    public func approve(
        _ id: String, for guardian: String? = nil, shown: Money? = nil, method: String, client: String? = nil
    ) async throws -> (review: DependentReview, payment: Payment) {
        let (payment, calls) = try await database.write { transaction in
            try decide(
                transaction.existing(id, for: guardian), shown: shown, method: method, client: client,
                in: transaction)
        }
        try await payments.executeTolerantly(calls)
        return try await database.read { transaction in
            let payment = try transaction.existingPayment(payment)
            return (try review(transaction.existing(id, for: guardian), in: transaction), payment)
        }
    }

    private func decide(
        _ before: EnrolledDependent, shown: Money?, method: String, client: String?,
        in transaction: Transaction
    ) throws -> (payment: String, calls: [ProcessorCall]) {
        let earlier = try before.payment.flatMap { try transaction.payment($0) }
        if try review(before, in: transaction).enrolled.status == .refunded {
            throw DependentError(.refunded, before.id)
        }
        let payer = try payer(of: before, client: client, in: transaction)
        let (payment, calls) = try payments.payOnce(
            after: earlier, method: method, payer: payer, in: transaction
        ) {
            guard let fee = before.dependent.fee else { throw DependentError(.noFee, before.id) }
            if let shown, shown != fee { throw DependentError(.feeChanged, before.id) }
            let agency = try agency(before.agency, in: transaction)
            if let payee = agency.payee, try transaction.payee(payee)?.takesCharges != true {
                throw DependentError(.notPayable, payee)
            }
            return PaymentOrder(
                kind: DependentFeePolicy.kind, subject: before.id, form: agency.chargeForm,
                quote: try Quote(of: fee, by: ProductFee()), method: method, payer: payer,
                statementDescriptor: "DEPENDENT FEE")
        }
        guard payment != before.payment else { return (payment, calls) }
        var enrolled = before
        enrolled.payment = payment
        enrolled.hasFailed = false
        try transaction.save(enrolled)
        return (payment, calls)
    }

    private func payer(of enrolled: EnrolledDependent, client: String?, in transaction: Transaction) throws
        -> Payer
    {
        guard let guardian = try transaction.guardian(enrolled.guardian) else {
            throw DependentError(.unknownGuardian)
        }
        return Payer(name: guardian.name, email: guardian.email, phone: nil, client: client)
    }
}
