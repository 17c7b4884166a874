import PaymentCore
import TimeKit

extension ContractService {
    /// Moves all money that is due: what the clock releases, and what a crash or a silent processor left.
    ///
    /// It is called as often as contracts are to be kept to the hour, and after `reconcile`.
    ///
    /// - Returns: How many contracts were looked at.
    @discardableResult public func settleDue() async throws -> Int {
        let now = clock.now()
        return try await units.forEach {
            try $0.contracts(dueBy: now, behind: $1, limit: $2)
        } do: {
            try await settle($0)
        }
    }

    /// Moves what is due of a contract; called twice it moves nothing twice.
    public func settle(_ id: String) async throws {
        let now = clock.now()
        let (payee, calls) = try await units.write { unit -> (String, [ProcessorCall]) in
            let contract = try unit.existing(id)
            let isDue = contract.dueAt.map { $0 <= now } ?? false
            return (contract.terms.payee, isDue ? try decideSettlement(of: contract, at: now, in: unit) : [])
        }
        try await payments.carryOn(calls)
        // What went back of what the payee has already is taken from its account.
        if !calls.isEmpty { try await payments.collectSoon(from: payee) }
    }

    private func decideSettlement(of before: Contract, at now: Timestamp, in unit: Units.Unit) throws
        -> [ProcessorCall]
    {
        var contract = before
        var calls: [ProcessorCall] = []
        for instalment in before.instalments {
            guard let due = instalment.dueAt, due <= now, let id = instalment.payment,
                let payment = try unit.payment(id), payment.state == .succeeded,
                try unit.disputes(ofPayment: id).allSatisfy({ $0.state != .open && $0.state != .lost })
            else { continue }
            let refunds = try unit.refunds(ofPayment: id)
            let asked = refunds.reduce(0) { $1.state == .failed ? $0 : $0 + $1.amountMinor }
            if instalment.backMinor > asked {
                // The payer's bank did not take it, or the processor refused: a person has to look.
                guard refunds.allSatisfy({ $0.permitsRefund(ofMinor: instalment.backMinor - asked) })
                else { continue }
                calls.append(
                    try payments.beginRefund(
                        of: id, amountMinor: instalment.backMinor - asked, reason: nil, in: unit
                    ).1)
            }
            // Something is held, and no transfer is under way.
            if let release = instalment.releaseAt, release <= now,
                [.held, .failed].contains(payment.settlement)
            {
                // Where all that is held is on its way back, nothing is left to release.
                calls += try [payments.beginReleaseOfHeld(of: id, in: unit)].compactMap(\.self)
            }
            if let payment = try unit.payment(id) { _ = contract.take(payment) }
        }
        if contract != before { try unit.save(contract) }
        return calls
    }
}
