import DatabaseKit
import MoneyKit
import Processor
import TimeKit

extension PaymentDriver {
    /// Submits evidence for a dispute, and fetches the dispute again.
    public func submit(evidence: String, for dispute: String) async throws {
        let key = IdempotencyKey(ids.make("call"))
        _ = try await reading {
            try await processor.submit(evidence: evidence, for: dispute, key: key)
        }
        try await refresh(dispute: dispute)
    }

    /// Fetches a dispute and records the changes: money that was withdrawn or returned, and the outcome. If
    /// money moved, also collects the payee's debts.
    ///
    /// Money can move before or after the dispute's state changes, so the amounts come only from the balance
    /// transactions. If another process records a newer state in the meantime, the dispute is fetched again,
    /// up to five times.
    public func refresh(dispute id: String) async throws {
        for _ in 1...5 {
            let known = try await database.read { try $0.dispute(id) }
            let found = try await reading { try await processor.dispute(id) }
            var moved: [BalanceTransaction] = []
            for name in found.balanceTransactions {
                moved.append(
                    try await reading {
                        try await processor.balanceTransaction(name)
                    })
            }
            let change = try await database.write { [moved] transaction -> DisputeChange in
                guard try transaction.dispute(id) == known else { return .overtaken }
                return try book(found, moved: moved, replacing: known, in: transaction)
            }
            switch change {
            case .overtaken: continue
            case .unchanged: return
            case .booked(let payee):
                if let payee { try await collect(from: payee) }
                return
            }
        }
    }

    private func book(
        _ found: Dispute, moved: [BalanceTransaction], replacing known: PaymentDispute?,
        in transaction: Transaction
    ) throws -> DisputeChange {
        guard let before = try transaction.payment(charge: found.charge) else { return .unchanged }
        var payment = before
        let dispute = PaymentDispute(
            id: found.id, payment: payment.id, amountMinor: found.amount, reason: found.reason,
            state: PaymentDispute.State(found.status), created: found.created, dueBy: found.dueBy)
        let hasMoved = try bookMoves(moved, of: dispute, payment, in: transaction)
        let lost = try bookLoss(of: dispute, &payment, in: transaction)
        guard dispute != known || hasMoved || lost != 0 else { return .unchanged }
        try transaction.save(dispute)
        payment.isDisputed = try transaction.disputes(ofPayment: payment.id).contains { $0.state == .open }
        if dispute.state == .lost, payment.refundableMinor == 0 { payment.settlement = .reversed }
        try settle(&payment, in: transaction)
        try transaction.save(payment)
        if payment != before { try policy.changed(payment, at: clock.now(), in: transaction) }
        return .booked(payee: hasMoved || lost != 0 ? payment.form.payee : nil)
    }

    /// Records the amounts that the bank has withdrawn or returned and that are not in the books yet.
    ///
    /// - Returns: Whether any amount was recorded.
    private func bookMoves(
        _ moved: [BalanceTransaction], of dispute: PaymentDispute, _ payment: Payment,
        in transaction: Transaction
    ) throws -> Bool {
        let booked = try transaction.bookedMoves(of: dispute, payment)
        let taken = moved.filter { $0.amount < 0 }
        let returned = moved.filter { $0.amount > 0 }
        let more = -taken.reduce(0) { $0 + $1.amount } - booked.takenMinor
        let moreFee = taken.reduce(0) { $0 + $1.fee } - booked.feeMinor
        if more > 0 {
            try post(
                .disputeOpened(
                    more, of: payment, feeMinor: moreFee,
                    reference: booked.takenMinor == 0 ? dispute.id : ids.make(dispute.id)), in: transaction)
        }
        let back = returned.reduce(0) { $0 + $1.amount } - booked.returnedMinor
        let feeBack = -returned.reduce(0) { $0 + $1.fee } - booked.feeReturnedMinor
        if back > 0 {
            try post(
                .disputeWon(
                    back, of: payment, feeMinor: feeBack,
                    reference: booked.returnedMinor == 0 ? dispute.id : ids.make(dispute.id)), in: transaction
            )
        }
        return more > 0 || back > 0
    }

    /// Updates the recorded loss from a dispute. A loss is taken first from held money, and then from money
    /// that was already released.
    ///
    /// - Returns: The amount, in minor units, by which the loss has increased; negative if the loss has
    ///   decreased.
    private func bookLoss(of dispute: PaymentDispute, _ payment: inout Payment, in transaction: Transaction)
        throws
        -> Int64
    {
        let booked = try transaction.bookedMoves(of: dispute, payment)
        let lost = dispute.state == .lost ? booked.takenMinor - booked.returnedMinor : 0
        let more = lost - booked.lostMinor
        guard more != 0 else { return 0 }
        let held = try heldMinor(of: payment, in: transaction)
        var after = payment
        let back = after.giveBack(more, heldMinor: max(0, held))
        try post(
            .disputeLost(
                more, of: payment, back,
                reference: booked.lostMinor == 0 ? dispute.id : ids.make(dispute.id)), in: transaction)
        if !payment.form.isReversedByProcessor { payment = after }
        payment.lostMinor = (payment.lostMinor ?? 0) + more
        if payment.lostMinor == 0 { payment.lostMinor = nil }
        if more < 0, payment.settlement == .reversed { payment.settlement = payment.form.settlementOfCharge }
        return more
    }
}

/// The outcome of an attempt to record a fetched dispute.
private enum DisputeChange {
    /// Another process has already recorded a newer state, so nothing was changed.
    case overtaken
    case unchanged
    /// The change was recorded. `payee` is the payee from whom debts can now be collected. It is nil if no
    /// money moved, or if the payment has no payee.
    case booked(payee: String?)
}

/// The recorded amounts of a dispute, in minor units.
private struct DisputeMoves {
    var takenMinor: Int64 = 0
    var feeMinor: Int64 = 0
    var returnedMinor: Int64 = 0
    var feeReturnedMinor: Int64 = 0
    var lostMinor: Int64 = 0
}

extension Transaction {
    fileprivate func bookedMoves(of dispute: PaymentDispute, _ payment: Payment) throws -> DisputeMoves {
        var moves = DisputeMoves()
        for posting in try postings(ofPayment: payment.id, limit: 10_000).map(\.posting)
        where posting.reference == dispute.id || posting.reference.hasPrefix(dispute.id + "_") {
            func sum(_ account: LedgerAccount) -> Int64 {
                posting.entries.reduce(0) { $1.account == account ? $0 + $1.amount.minorUnits : $0 }
            }
            let minor = sum(.disputed(payment.id))
            switch posting.kind {
            case .disputeOpened:
                moves.takenMinor += minor
                moves.feeMinor += sum(payment.form.disputeFeeAccount)
            case .disputeWon:
                moves.returnedMinor -= minor
                moves.feeReturnedMinor -= sum(payment.form.disputeFeeAccount)
            case .disputeLost: moves.lostMinor -= minor
            default: break
            }
        }
        return moves
    }
}

extension PaymentDispute.State {
    init(_ status: Dispute.Status) {
        switch status {
        case .warningNeedsResponse, .warningUnderReview: self = .inquiry
        case .warningClosed: self = .closed
        case .needsResponse, .underReview: self = .open
        case .won: self = .won
        case .lost: self = .lost
        }
    }
}
