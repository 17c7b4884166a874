import MoneyKit
import Processor
import TimeKit

extension Work {
    /// Lets the next payout of a schedule come.
    func schedulePayout(of account: String, _ schedule: PayoutSchedule) throws {
        guard let next = schedule.next(after: present) else { return }
        try store.schedule(Due(at: next, kind: .scheduledPayout, subject: account))
    }

    /// A day of payouts: what may go goes, to a bank account that no payout has failed at.
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
            .reduce(0) { $0 + $1.net }
        let amount = balance.available - heldBack
        guard amount > 0 else { return }
        var payout = try createPayout(of: account, amount: amount, balance.currency, automatic: true).noun
        payout.destination = bank.id
        try put(payout)
        for var taken in recent where taken.availableOn <= cutoff && taken.payout == nil {
            taken.payout = payout.id
            try put(taken)
        }
    }

    /// The balance transactions of the last 45 days, at most 1,000: the schedule has taken older ones along.
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
