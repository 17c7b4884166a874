import MoneyKit
import Processor
import TimeKit

extension PaymentDriver {
    /// Answers a dispute with what speaks for the payee.
    public func submit(evidence: String, for dispute: String) async throws {
        let key = IdempotencyKey(ids.make("call"))
        _ = try await reading { () throws(ProcessorError) in
            try await processor.submit(evidence: evidence, for: dispute, key: key)
        }
        try await refresh(dispute: dispute)
    }

    /// Reads a dispute and books what is new: the money that was taken, and who has won.
    public func refresh(dispute id: String) async throws {
        let found = try await reading { () throws(ProcessorError) in try await processor.dispute(id) }
        var moved: [BalanceTransaction] = []
        for name in found.balanceTransactions {
            moved.append(
                try await reading { () throws(ProcessorError) in try await processor.balanceTransaction(name)
                })
        }
        let lost = try await units.write { [moved] unit in try book(found, moved: moved, in: unit) }
        if let lost { try await collect(from: lost) }
    }

    /// - Returns: The payee, when it owes something since now.
    private func book(_ found: Dispute, moved: [BalanceTransaction], in unit: Units.Unit) throws -> String? {
        guard var payment = try unit.payment(charge: found.charge) else { return nil }
        let before = try unit.dispute(found.id)
        let dispute = PaymentDispute(
            id: found.id, payment: payment.id, amountMinor: found.amount, reason: found.reason,
            state: PaymentDispute.State(found.status), created: found.created, dueBy: found.dueBy)
        guard dispute.state != before?.state else { return nil }
        let taken = moved.filter { $0.amount < 0 }
        if !taken.isEmpty {
            let fee = taken.reduce(0) { $0 + $1.fee }
            try unit.post(.disputeOpened(dispute, of: payment, feeMinor: fee), at: clock.now())
        }
        switch dispute.state {
        case .inquiry, .closed: break
        case .open: payment.isDisputed = true
        case .won:
            payment.isDisputed = false
            let back = moved.filter { $0.amount > 0 }
            let fee = -back.reduce(0) { $0 + $1.fee }
            if !back.isEmpty {
                try unit.post(.disputeWon(dispute, of: payment, feeMinor: fee), at: clock.now())
            }
        case .lost:
            payment.isDisputed = false
            payment.settlement = .reversed
            if !taken.isEmpty { try bookLoss(of: dispute, &payment, in: unit) }
        }
        try unit.save(dispute)
        try unit.save(payment)
        try policy.changed(payment, at: clock.now(), in: unit)
        return taken.isEmpty ? nil : payment.form.payee
    }

    /// The payer's bank keeps the money: what is held goes first, then what was released.
    private func bookLoss(of dispute: PaymentDispute, _ payment: inout Payment, in unit: Units.Unit) throws {
        let held = try heldMinor(of: payment, in: unit)
        var after = payment
        let back = after.giveBack(dispute.amountMinor, heldMinor: max(0, held))
        try unit.post(.disputeLost(dispute, of: payment, back), at: clock.now())
        guard !payment.form.isReversedByProcessor else { return }
        payment = after
        try settle(&payment, in: unit)
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
