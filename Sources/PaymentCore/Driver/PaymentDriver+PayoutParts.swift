import DatabaseKit
import MoneyKit
import Processor
import TimeKit

/// Explains the changes of a payee's balance: the processor reports their sources, and the books know the
/// reasons.
extension PaymentDriver {
    /// Returns the parts of a change of a payee's balance. Empty if the books do not explain it.
    ///
    /// - Parameters:
    ///   - payee: The payee's account.
    ///   - collected: The debts collected from the payee, by transfer reversal.
    func parts(
        of booked: BalanceTransaction, payee: String, collected: [String: [PayoutPart]]
    ) async throws -> [PayoutPart] {
        guard let source = booked.source else { return [] }
        switch booked.kind {
        case .payment:
            if let payment = try await payment(receivedAs: source, by: payee) {
                return [PayoutPart(.payment, of: payment, booked.amount)]
            }
            let transfer = try await transfer(receivedAs: source, by: payee)
            guard let posting = try await posting(.transfer, transfer?.id), posting.moves(.outside(payee))
            else {
                return []
            }
            return [PayoutPart(.sent, of: posting.payment, booked.amount)]
        case .paymentRefund:
            guard let refund = try await refund(seenAs: source, by: payee),
                let reversal = refund.sourceTransferReversal
            else { return [] }
            let posting = try await posting(.transferReversal, reversal)
            if let posting, posting.moves(.outside(payee)) {
                let paid = collected[reversal] ?? []
                let rest = booked.amount - paid.reduce(0) { $0 + $1.amountMinor }
                return paid + [PayoutPart(.takenBack, of: posting.payment, rest)]
            }
            if let parts = collected[reversal] { return parts }
            guard let payment = try await payment(receivedAs: refund.charge, by: payee) else { return [] }
            return [PayoutPart(.refund, of: payment, booked.amount)]
        case .applicationFeeRefund:
            guard let posting = try await posting(.feeReturned, source) else { return [] }
            return [PayoutPart(.feeReturned, of: posting.payment, booked.amount)]
        case .payoutFailure, .payoutCancel: return [PayoutPart(.payoutReturned, of: nil, booked.amount)]
        default: return []
        }
    }

    /// Returns the debts collected from a payout's payee, by transfer reversal.
    func debts(of payout: PayeePayout) async throws -> [String: [PayoutPart]] {
        let payee = payout.payee
        let postings = try await database.read { transaction in
            var all: [BookedPosting] = []
            while case let page = try transaction.debts(
                ofPayee: payee, behind: all.last?.number ?? 0, limit: 500),
                !page.isEmpty
            {
                all += page
            }
            return all
        }
        return PayoutPart.collected(by: postings, from: payee, in: payout.amount.currency)
    }

    /// Returns a refund as the connected account sees it, or nil if the processor has none.
    private func refund(seenAs id: String, by payee: String) async throws -> Refund? {
        do {
            return try await reading { () throws(ProcessorError) in try await processor.refund(id, of: payee)
            }
        } catch let error as PaymentError where error.code == .processorRefused {
            return nil
        }
    }

    /// Returns our payment that an account received. The account sees a transfer as a charge of its own, and
    /// the transfer names the original charge.
    private func payment(receivedAs id: String, by payee: String) async throws -> String? {
        guard let charge = try await transfer(receivedAs: id, by: payee)?.sourceTransaction else {
            return nil
        }
        return try await database.read { try $0.payment(charge: charge)?.id }
    }

    /// Returns the transfer from which an account received money.
    private func transfer(receivedAs id: String, by payee: String) async throws -> Transfer? {
        let received = try await reading { () throws(ProcessorError) in
            try await processor.charge(id, of: payee)
        }
        guard let name = received.sourceTransfer else { return nil }
        return try await reading { () throws(ProcessorError) in try await processor.transfer(name) }
    }

    /// Returns the payment whose application fee was returned with one of our refunds that took nothing from
    /// the account. Checks the fees of all payments whose refunds were requested at about the same time, even
    /// if their responses were booked up to 30 days later.
    func payment(ofReturnedFee booked: BalanceTransaction, of payee: String) async throws -> String? {
        let period = booked.created.adding(seconds: -3600)..<booked.created.adding(seconds: 30 * 86_400)
        let requested = booked.created.adding(seconds: -keyLife - 3600)...booked.created.adding(seconds: 3600)
        let refunded = try await database.read { transaction in
            var found: [Payment] = []
            var last: Int64 = 0
            while case let page = try transaction.postings(
                ofPayee: payee, in: period, behind: last, limit: 500),
                let newest = page.last
            {
                last = newest.number
                found += try page.filter { $0.posting.kind == .refund }.compactMap { booked in
                    guard let refund = try transaction.refund(booked.posting.reference),
                        requested.contains(refund.created)
                    else { return nil }
                    return try transaction.payment(refund.payment)
                }
            }
            return found
        }
        for payment in Set(refunded) {
            guard let name = payment.charge else { continue }
            let charge = try await reading { () throws(ProcessorError) in try await processor.charge(name) }
            guard let fee = charge.applicationFee else { continue }
            let found = try await reading { () throws(ProcessorError) in
                try await processor.applicationFee(fee)
            }
            if found.returns.contains(where: { $0.id == booked.source }) { return payment.id }
        }
        return nil
    }

    private func posting(_ kind: Posting.Kind, _ reference: String?) async throws -> Posting? {
        guard let reference else { return nil }
        return try await database.read { try $0.posting(kind, reference)?.posting }
    }
}

extension Posting {
    /// Returns true if the posting has an entry in the account.
    fileprivate func moves(_ account: LedgerAccount) -> Bool { entries.contains { $0.account == account } }
}
