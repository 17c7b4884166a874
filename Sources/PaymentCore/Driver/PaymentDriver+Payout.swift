import DatabaseKit
import MoneyKit
import Processor
import TimeKit

extension PaymentDriver {
    /// Pays out a payee's available balance to its bank, after collecting what the payee owes.
    ///
    /// - Returns: The new payouts, one per currency. Empty if nothing is available.
    public func payOut(to payee: String) async throws -> [PayeePayout] {
        try await collect(from: payee)
        let earlier = try await database.read { try $0.payouts(ofPayee: payee, behind: nil, limit: 1) }.first
        let held = try await reading { () throws(ProcessorError) in try await processor.balances(of: payee) }
        for balance in held where balance.available > 0 {
            let call = try await database.write { transaction -> ProcessorCall? in
                guard try !transaction.isPayingOut(to: payee, in: balance.currency) else { return nil }
                return try open(
                    .payout(account: payee, amount: balance.available, currency: balance.currency),
                    for: .payout(payee), in: transaction)
            }
            if let call { try await carry(call) }
        }
        let newest = try await database.read {
            try $0.payouts(ofPayee: payee, behind: nil, limit: held.count)
        }
        return Array(newest.prefix { $0.id != earlier?.id })
    }

    func bookPayout(_ answer: CallAnswer, of payee: String, in transaction: Transaction) throws
        -> [ProcessorCall]
    {
        switch answer {
        case .payout(let found): try book(found, payee: payee, in: transaction)
        case .refused: break
        default: throw PaymentError(.wrongState, "an answer that does not fit a payout")
        }
        return []
    }

    /// Fetches a payout's status, and books it.
    public func refresh(payout id: String, of payee: String) async throws {
        let account = payee == PayeePayout.platform ? nil : payee
        let found = try await reading { () throws(ProcessorError) in
            try await processor.payout(id, of: account)
        }
        try await database.write { transaction in try book(found, payee: payee, in: transaction) }
    }

    private func book(_ found: Payout, payee: String, in transaction: Transaction) throws {
        let payout = PayeePayout(
            id: found.id, payee: payee, amount: Money(found.amount, found.currency),
            state: PayeePayout.State(found.status), created: found.created, arrival: found.arrivalDate,
            failure: found.failureCode)
        try transaction.post(.payout(payout), at: clock.now())
        switch payout.state {
        case .pending, .inTransit: break
        case .paid: try transaction.post(.payoutPaid(payout), at: clock.now())
        case .failed, .canceled:
            let wasPaid = try transaction.isPosted(.payoutPaid, payout.id)
            try transaction.post(.payoutFailed(payout, wasPaid: wasPaid), at: clock.now())
        }
        try transaction.save(payout)
    }
}

extension PayeePayout.State {
    init(_ status: Payout.Status) {
        switch status {
        case .pending: self = .pending
        case .inTransit: self = .inTransit
        case .paid: self = .paid
        case .failed: self = .failed
        case .canceled: self = .canceled
        }
    }
}
