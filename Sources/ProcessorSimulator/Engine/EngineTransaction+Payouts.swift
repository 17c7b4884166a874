import MoneyKit
import Processor
import TimeKit

extension EngineTransaction {
    /// Creates a payout from the available balance. The payout's status becomes `in_transit` on the next day,
    /// and `paid` one day after that.
    func createPayout(
        of owner: String?, amount: Int64, _ currency: Currency, to bank: String? = nil,
        automatic: Bool = false
    ) throws -> Written<Payout> {
        guard amount > 0 else { throw ProcessorError.notAnAmount("amount") }
        let account = try onPlatform { try owner.map { try inPath(Account.self, $0) } }
        try require(
            account?.payoutsEnabled ?? true, "payouts_not_allowed",
            "Payouts are not enabled for this account.")
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
        payout.destination = try bank ?? owner.flatMap { try payoutBank(of: $0, in: currency)?.id }
        if automatic { payout.automatic = true }
        let written = try inAccount(owner) { try put(payout) }
        try emit("payout.created", written, account: owner)
        let departure = now.date.adding(days: 1).startOfDay
        try schedule(.payoutStep, of: payout.id, at: departure)
        return written
    }

    /// Changes the status of a payout. The first change is to `in_transit`. The second is to `paid` or, if
    /// the bank refuses the payout, to `failed`.
    func payoutSteps(_ id: String) throws {
        guard var payout = try find(Payout.self, id) else { return }
        switch payout.status {
        case .pending:
            payout.status = .inTransit
            try schedule(.payoutStep, of: id, at: payout.arrivalDate)
            try emit("payout.updated", put(payout), account: payout.account)
        case .inTransit:
            guard payout.originalPayout == nil, let failure = try failure(of: payout) else {
                payout.status = .paid
                try emit("payout.paid", put(payout), account: payout.account)
                return
            }
            payout.status = .failed
            payout.failureCode = failure
            try book(
                .payoutFailure, of: payout.account, payout.amount, payout.currency, source: payout.id,
                availableOn: now)
            try emit("payout.failed", put(payout), account: payout.account)
            try disable(bankOf: payout)
        case .paid, .failed, .canceled: return
        }
    }

    /// Returns the bank's reason for refusing a payout, or nil if the bank accepts it.
    private func failure(of payout: Payout) throws -> String? {
        if let bank = try onPlatform({ try find(BankAccount.self, payout.destination) }) {
            return BankNumbers.failures[bank.last4] ?? nil
        }
        let number = try bankAccount(of: payout.account)
        return number == ProcessorConfiguration.noSuchBankAccount ? "no_account" : nil
    }

    /// Sets the status of a bank account to `errored` after a failed payout. The bank account no longer
    /// receives automatic payouts.
    private func disable(bankOf payout: Payout) throws {
        guard var bank = try onPlatform({ try find(BankAccount.self, payout.destination) }) else { return }
        bank.status = "errored"
        try emit("account.external_account.updated", put(bank), account: bank.account)
    }

    private func bankAccount(of owner: String?) throws -> String? {
        guard let owner else { return configuration.platformBankAccount }
        return try onPlatform { try find(Account.self, owner)?.metadata["bank_account"] }
    }

    /// Cancels a pending payout.
    func cancel(payout id: String) throws -> Written<Payout> {
        var payout = try inPath(Payout.self, id)
        try expect(
            payout.status == .pending,
            "Payouts can only be canceled while they are pending: this one is \(payout.status.rawValue).")
        payout.status = .canceled
        try book(
            .payoutCancel, of: payout.account, payout.amount, payout.currency, source: payout.id,
            availableOn: now)
        return try emit("payout.canceled", put(payout), account: payout.account)
    }

    /// Reverses a paid payout, which returns the money to the account's balance.
    ///
    /// Source: Stripe API reference, "Reverse a payout".
    func reverse(payout id: String, _ metadata: Metadata) throws -> Written<Payout> {
        try MetadataRules.check(metadata)
        var original = try inPath(Payout.self, id)
        guard original.status == .paid, original.originalPayout == nil, original.reversedBy == nil else {
            let state =
                original.originalPayout != nil
                ? "a reversal" : original.reversedBy == nil ? original.status.rawValue : "already reversed"
            throw Executed(
                .invalid("Payouts can only be reversed once, after they are paid: this one is \(state)."))
        }
        var reversal = Payout(
            id: try newID("po"), created: now, account: original.account, amount: -original.amount,
            currency: original.currency, status: .pending,
            arrivalDate: now.date.adding(days: 2).startOfDay)
        reversal.destination = original.destination
        reversal.originalPayout = original.id
        reversal.metadata = metadata
        reversal.balanceTransaction =
            try book(
                .payout, of: original.account, original.amount, original.currency, source: reversal.id,
                availableOn: reversal.arrivalDate
            ).id
        original.reversedBy = reversal.id
        try emit("payout.updated", put(original), account: original.account)
        let written = try emit("payout.created", put(reversal), account: original.account)
        let departure = now.date.adding(days: 1).startOfDay
        try schedule(.payoutStep, of: reversal.id, at: departure)
        return written
    }

    /// Schedules the next automatic payout. Does nothing if the schedule is manual.
    func schedulePayout(of account: String, _ schedule: PayoutSchedule) throws {
        guard let next = schedule.next(after: present) else { return }
        try store.schedule(Due(at: next, kind: .scheduledPayout, subject: account))
    }

    /// Pays out an account's available balances to its default bank accounts, and schedules the next
    /// automatic payout. Does nothing if payouts are disabled, or if the account's payout schedule has no
    /// payout at the current time. Skips a bank account to which a payout has failed.
    ///
    /// Source: Stripe documentation, "Payouts to connected accounts".
    func payOutOnSchedule(_ id: String) throws {
        guard let profile = try profile(of: id), let account = try find(Account.self, id),
            account.payoutsEnabled, profile.schedule.next(after: now.adding(seconds: -1)) == now
        else { return }
        try schedulePayout(of: id, profile.schedule)
        for balance in try balances(of: id) {
            guard let bank = try payoutBank(of: id, in: balance.currency), bank.status != "errored" else {
                continue
            }
            try payOut(balance, of: id, to: bank, profile.schedule)
        }
    }

    private func payOut(
        _ balance: Balance, of account: String, to bank: BankAccount, _ schedule: PayoutSchedule
    ) throws {
        let extra = max(0, schedule.delayDays - configuration.settlementDays)
        let cutoff = now.adding(seconds: -Int64(extra) * 86_400)
        let recent = try recentTransactions(of: account, in: balance.currency)
        let heldBack = recent.filter { $0.availableOn <= now && $0.availableOn > cutoff && $0.net > 0 }
            .sum(of: \.net)
        let amount = balance.available - heldBack
        guard amount > 0 else { return }
        var payout = try createPayout(of: account, amount: amount, balance.currency, automatic: true).object
        payout.destination = bank.id
        try put(payout)
        for var taken in recent where taken.availableOn <= cutoff && taken.payout == nil {
            taken.payout = payout.id
            try put(taken)
        }
    }

    /// Returns the balance transactions of the last 45 days in a currency, newest first. Stops at the end of
    /// the page that contains the 1,000th transaction. Older transactions are assumed to belong to earlier
    /// payouts.
    private func recentTransactions(of account: String, in currency: Currency) throws -> [BalanceTransaction]
    {
        var query = ListQuery(created: now.adding(seconds: -45 * 86_400)...Timestamp.latest)
        var found: [BalanceTransaction] = []
        while found.count < 1_000 {
            let page = try list(
                BalanceTransaction.self, of: account, query, where: ["currency": currency.code])
            found += page.data
            guard page.hasMore, let last = page.data.last else { break }
            query.startingAfter = last.id
        }
        return found
    }
}
