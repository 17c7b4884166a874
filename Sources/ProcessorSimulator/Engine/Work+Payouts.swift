import MoneyKit
import Processor
import TimeKit

extension Work {
    /// Sends what is available to the bank: on the way from the next day on, there a day later.
    func createPayout(of owner: String?, amount: Int64, _ currency: Currency) throws -> Written<Payout> {
        guard amount > 0 else { throw ProcessorError.notAnAmount("amount") }
        let account = try owner.map { try inPath(Account.self, $0) }
        guard account?.payoutsEnabled ?? true else {
            throw ProcessorError.invalid("payouts_not_allowed", "Payouts are not enabled for this account.")
        }
        guard try balance(of: owner, in: currency).available >= amount else {
            throw Executed(
                .balanceInsufficient("You have insufficient available funds for this payout."))
        }
        let arrival = now.date.adding(days: 2).startOfDay
        var payout = Payout(
            id: try newID("po"), created: now, account: owner, amount: amount, currency: currency,
            status: .pending, arrivalDate: arrival)
        payout.balanceTransaction =
            try book(.payout, of: owner, -amount, currency, source: payout.id, availableOn: now).id
        let written = try put(payout)
        try emit("payout.created", written, account: owner)
        let departure = now.date.adding(days: 1).startOfDay
        try store.schedule(Due(at: departure, kind: .payoutStep, subject: payout.id))
        return written
    }

    /// The next step of a payout: on the way, then there or refused by the bank.
    func payoutSteps(_ id: String) throws {
        guard var payout = try find(Payout.self, id) else { return }
        switch payout.status {
        case .pending:
            payout.status = .inTransit
            try store.schedule(Due(at: payout.arrivalDate, kind: .payoutStep, subject: id))
            try emit("payout.updated", put(payout), account: payout.account)
        case .inTransit:
            guard try bankAccount(of: payout.account) == ProcessorConfiguration.noSuchBankAccount else {
                payout.status = .paid
                return try emit("payout.paid", put(payout), account: payout.account)
            }
            payout.status = .failed
            payout.failureCode = "no_account"
            try book(
                .payoutFailure, of: payout.account, payout.amount, payout.currency, source: payout.id,
                availableOn: now)
            try emit("payout.failed", put(payout), account: payout.account)
        case .paid, .failed, .canceled: return
        }
    }

    private func bankAccount(of owner: String?) throws -> String? {
        guard let owner else { return configuration.platformBankAccount }
        return try find(Account.self, owner)?.metadata["bank_account"]
    }
}

extension Work {
    /// Takes a payout back that is not on its way yet.
    func cancel(payout id: String) throws -> Written<Payout> {
        var payout = try inPath(Payout.self, id)
        guard payout.status == .pending else {
            throw Executed(
                .refused(
                    nil,
                    "Payouts can only be canceled while they are pending: this one is \(payout.status.rawValue)."
                ))
        }
        payout.status = .canceled
        try book(
            .payoutCancel, of: payout.account, payout.amount, payout.currency, source: payout.id,
            availableOn: now)
        let written = try put(payout)
        try emit("payout.canceled", written, account: payout.account)
        return written
    }
}
