import MoneyKit
import Processor

/// What the changes of a payee's balance are about: the processor tells where they came from, the books tell why.
extension PaymentDriver {
    /// What a change of a payee's balance is about; a returned fee is told by what stands before it.
    ///
    /// - Parameters:
    ///   - payee: Whose balance it is.
    ///   - collected: What was taken of a payee's debts, by reversal.
    func parts(
        of booked: BalanceTransaction, payee: String, collected: [String: [PayoutPart]]
    ) async throws -> [PayoutPart] {
        guard let source = booked.source else { return [] }
        switch booked.kind {
        case .payment:
            return try await payment(receivedAs: source, by: payee).map {
                [PayoutPart(.payment, of: $0, booked.amount)]
            } ?? []
        case .paymentRefund:
            guard let refund = try await refund(seenAs: source, by: payee),
                let reversal = refund.sourceTransferReversal
            else { return [] }
            if let parts = collected[reversal] { return parts }
            guard let payment = try await payment(receivedAs: refund.charge, by: payee) else { return [] }
            return [PayoutPart(.refund, of: payment, booked.amount)]
        case .payoutFailure: return [PayoutPart(.payoutReturned, of: nil, booked.amount)]
        default: return []
        }
    }

    /// What was taken of the debts of a payout's payee, by reversal.
    func debts(of payout: PayeePayout) async throws -> [String: [PayoutPart]] {
        let payee = payout.payee
        let postings = try await units.read { unit in
            var all: [BookedPosting] = []
            while case let page = try unit.debts(ofPayee: payee, behind: all.last?.number ?? 0, limit: 500),
                !page.isEmpty
            {
                all += page
            }
            return all
        }
        return PayoutPart.collected(by: postings, from: payee, in: payout.amount.currency)
    }

    /// A refund as the connected account sees it; nil where the processor keeps none.
    private func refund(seenAs id: String, by payee: String) async throws -> Refund? {
        do {
            return try await reading { () throws(ProcessorError) in try await processor.refund(id, of: payee)
            }
        } catch let error as PaymentError where error.code == .processorRefused {
            return nil
        }
    }

    /// Our payment behind what an account received: it sees a transfer as a payment, and the transfer names the charge.
    private func payment(receivedAs id: String, by payee: String) async throws -> String? {
        let received = try await reading { () throws(ProcessorError) in
            try await processor.charge(id, of: payee)
        }
        guard let name = received.sourceTransfer else { return nil }
        let transfer = try await reading { () throws(ProcessorError) in try await processor.transfer(name) }
        guard let charge = transfer.sourceTransaction else { return nil }
        return try await units.read { try $0.payment(charge: charge)?.id }
    }
}
