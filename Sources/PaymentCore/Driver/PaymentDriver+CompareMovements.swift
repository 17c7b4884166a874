import DatabaseKit
import MoneyKit
import Processor
import TimeKit

/// Comparison of the processor's refunds, transfers and payouts with the books.
extension PaymentDriver {
    func compare(refunds page: [Refund], _ walk: inout FullWalk) async throws {
        let refunds = page.filter { $0.sourceTransferReversal == nil }
        walk.result.refunds += refunds.count
        walk.refunds.formUnion(refunds.map(\.id))
        for found in refunds where !walk.isSetAside(found.charge) {
            let payment = try await database.read { try $0.payment(charge: found.charge) }
            guard let payment else {
                // A failed refund moved no money. If an unknown charge was created before the period, only its refund
                // is found here.
                try await addUnknown(found, nil, &walk)
                continue
            }
            var known = try await refund(found, of: payment.id)
            if let earlier = known, earlier.state != PaymentRefund.State(found.status) {
                walk.result.unanswered += try await tolerating { try await refresh(refund: earlier.id) }
                known = try await refund(found, of: payment.id)
            }
            if known == nil {
                // The charge was created before the period, or the refund was made during this comparison.
                walk.result.unanswered += try await tolerating { try await refresh(returnsOf: payment.id) }
                known = try await refund(found, of: payment.id)
            }
            guard let known else {
                try await addUnknown(found, payment, &walk)
                continue
            }
            let amount = Money(found.amount, found.currency)
            if known.amountMinor != found.amount {
                walk.result.differences.append(
                    Difference(
                        kind: .refundAmount, id: found.id, amount: amount,
                        booked: Money(known.amountMinor, found.currency), payment: payment.id,
                        created: found.created))
            } else if known.state != PaymentRefund.State(found.status) {
                walk.result.differences.append(
                    Difference(
                        kind: .refundState, id: found.id, amount: amount, payment: payment.id,
                        states: [found.status.rawValue, known.state.rawValue], created: found.created))
            }
        }
    }

    private func refund(_ found: Refund, of payment: String) async throws -> PaymentRefund? {
        try await database.read { try $0.refund(found, of: payment) }
    }

    private func addUnknown(_ found: Refund, _ payment: Payment?, _ walk: inout FullWalk) async throws {
        guard found.status != .failed, found.status != .canceled else { return }
        guard try await database.read({ try $0.dismissal(found.id) }) == nil else {
            walk.result.dismissed += 1
            return
        }
        walk.result.differences.append(
            Difference(
                kind: .unknownRefund, id: found.id, amount: Money(found.amount, found.currency),
                account: payment?.form.payee, payment: payment?.id, charge: found.charge,
                created: found.created))
    }

    func compare(transfers page: [Transfer], _ walk: inout FullWalk) async throws {
        walk.result.transfers += page.count
        for found in page {
            if let charge = found.sourceTransaction, walk.isSetAside(charge) { continue }
            // The processor keeps events for 30 days, so older reversals and releases are found only here.
            if let hint = try await database.read({ try $0.news(of: found) }) {
                // The processor has just listed the transfer, so a refusal also means that the lookup failed.
                let failed = try await tolerating { try await refresh(hint) }
                walk.result.unanswered += failed
                if failed > 0 { continue }
            }
            let (isKnown, dismissal) = try await database.read { transaction in
                (try transaction.isKnown(found), try transaction.dismissal(found.id))
            }
            if isKnown { continue }
            guard dismissal == nil else {
                walk.result.dismissed += 1
                continue
            }
            // If an unknown charge was created before the period, the charge and its transfer are reported for an
            // earlier period.
            if let charge = found.sourceTransaction,
                try await database.read({ try $0.payment(charge: charge) }) == nil,
                try await reading({ try await processor.charge(charge) }).created
                    < walk.period.lowerBound
            {
                continue
            }
            walk.result.differences.append(
                Difference(
                    kind: .unknownTransfer, id: found.id, amount: Money(found.amount, found.currency),
                    account: found.destination, charge: found.sourceTransaction,
                    metadata: found.metadata, created: found.created))
        }
    }

    func comparePayouts(of payee: String, _ walk: inout FullWalk) async throws {
        do {
            try await walkAll(in: walk.period) { query in
                try await processor.payouts(of: payee == PayeePayout.platform ? nil : payee, query)
            } page: { page in
                try await compare(payouts: page, of: payee, &walk)
            }
        } catch let error as PaymentError where error.code == .processorRefused {
            // The processor does not have the account, so the account's payouts in the books are listed as missing.
        }
    }

    private func compare(payouts page: [Payout], of payee: String, _ walk: inout FullWalk) async throws {
        walk.result.payouts += page.count
        walk.payouts.formUnion(page.map(\.id))
        for found in page {
            let known = try await database.read { try $0.payout(found.id) }
            if known?.state == PayeePayout.State(found.status) { continue }
            // A payout needs no decision, so it is booked.
            try await refresh(payout: found.id, of: payee)
        }
    }
}

extension Transaction {
    /// Returns whether the books contain a transfer, or the destination charge that the transfer belongs to.
    fileprivate func isKnown(_ found: Transfer) throws -> Bool {
        if try isExplained(found) { return true }
        guard let payment = try found.sourceTransaction.flatMap({ try self.payment(charge: $0) }),
            case .destination = payment.form
        else { return false }
        return true
    }

    /// Returns the object that must be refreshed because of a transfer. Returns nil if the books already
    /// contain the transfer's amounts, or if only a person can explain the transfer.
    fileprivate func news(of transfer: Transfer) throws -> EventHint? {
        guard let hint = try hint(transfer) else { return nil }
        switch hint {
        case .transfer:
            guard let payment = try heldPayment(movedBy: transfer) else { return nil }
            let release = try releases(ofPayment: payment.id).first { $0.transfer == transfer.id }
            guard let release else { return try isPosted(.transfer, transfer.id) ? nil : hint }
            return release.lacks(transfer) ? hint : nil
        default: return hint
        }
    }
}
