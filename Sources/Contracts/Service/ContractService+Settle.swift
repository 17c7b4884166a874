import DatabaseKit
import PaymentCore
import TimeKit

extension ContractService {
    /// Transfers all money that is due. This includes scheduled releases, and transfers or refunds that were
    /// interrupted by a crash or a missing response.
    ///
    /// Call this function regularly, and after each reconciliation.
    ///
    /// - Returns: The number of contracts that were examined. If the task's `WorkBudget` is spent, the
    ///   remaining contracts are skipped.
    @discardableResult public func settleDue() async throws -> Int {
        let now = clock.now()
        return try await database.forEach {
            try $0.contracts(dueBy: now, after: $1, limit: $2)
        } do: {
            try await settle($0)
        }
    }

    /// Transfers the money that is due for a contract. A repeated call does not transfer the same money
    /// again.
    public func settle(_ id: String) async throws {
        let now = clock.now()
        let (payee, calls) = try await database.write { transaction -> (String, [ProcessorCall]) in
            let contract = try transaction.existing(id)
            let isDue = contract.dueAt.map { $0 <= now } ?? false
            return (
                contract.terms.payee,
                isDue ? try decideSettlement(of: contract, at: now, in: transaction) : []
            )
        }
        try await payments.executeTolerantly(calls)
        // The part of a refund that the payee had already received is collected from the payee's account.
        if !calls.isEmpty { try await payments.collectSoon(from: payee) }
    }

    private func decideSettlement(of before: Contract, at now: Timestamp, in transaction: Transaction) throws
        -> [ProcessorCall]
    {
        var contract = before
        var calls: [ProcessorCall] = []
        for instalment in before.instalments {
            guard let due = instalment.dueAt, due <= now, let id = instalment.payment,
                let payment = try transaction.payment(id), payment.state == .succeeded,
                try transaction.disputes(ofPayment: id).allSatisfy({ $0.state != .open && $0.state != .lost })
            else { continue }
            let refunds = try transaction.refunds(ofPayment: id)
            let asked = refunds.reduce(0) { $1.state == .failed ? $0 : $0 + $1.amountMinor }
            if instalment.backMinor > asked {
                // If a refund was returned by the payer's bank or refused by the processor, a person must decide what
                // to do.
                guard refunds.allSatisfy({ $0.permitsRefund(ofMinor: instalment.backMinor - asked) })
                else { continue }
                calls.append(
                    try payments.beginRefund(
                        of: id, amountMinor: instalment.backMinor - asked, reason: nil, in: transaction
                    ).1)
            }
            // Money is held, and no transfer is pending.
            if let release = instalment.releaseAt, release <= now,
                [.held, .failed].contains(payment.settlement)
            {
                // If all held money is being refunded, nothing is left to release.
                calls += try [payments.beginReleaseOfHeld(of: id, in: transaction)].compactMap(\.self)
            }
            if let payment = try transaction.payment(id) { _ = contract.take(payment) }
        }
        if contract != before { try transaction.save(contract) }
        return calls
    }
}
