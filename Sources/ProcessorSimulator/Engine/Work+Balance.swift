import MoneyKit
import Processor
import TimeKit

/// To what a transaction adds.
struct BalanceChange: Hashable {
    /// "" for the platform.
    var account: String
    var currency: Currency
    /// When it will be available; nil for now.
    var day: Timestamp?
}

extension Work {
    /// Changes a balance, and keeps why.
    ///
    /// - Parameters:
    ///   - account: Whose balance; nil for the platform.
    ///   - availableOn: When the money may be paid out; a second that has passed means now.
    @discardableResult
    func book(
        _ kind: BalanceTransaction.Kind, of account: String?, _ amount: Int64, fee: Int64 = 0,
        _ currency: Currency, source: String, availableOn: Timestamp
    ) throws -> BalanceTransaction {
        let transaction = BalanceTransaction(
            id: try newID("txn"), created: present, account: account, kind: kind, amount: amount, fee: fee,
            currency: currency, source: source, availableOn: max(present, availableOn))
        try put(transaction)
        let change = BalanceChange(
            account: account ?? "", currency: currency, day: availableOn > present ? availableOn : nil)
        balanceChanges[change, default: 0] += transaction.net
        return transaction
    }

    /// Writes what this unit adds to balances: once for all that it adds to the same one.
    func writeBalances() throws {
        for (change, net) in balanceChanges {
            try store.add(net, to: change.account, change.currency, on: change.day)
        }
        for day in Set(balanceChanges.keys.compactMap(\.day)) {
            try store.schedule(Due(at: day, kind: .settlement, subject: ""))
        }
        balanceChanges = [:]
    }

    /// What an account holds, in each currency.
    func balances(of account: String) throws -> [Balance] {
        try writeBalances()
        return try store.balances(of: account)
    }

    /// Makes available what was due on or before a day.
    func settle(upTo day: Timestamp) throws {
        try writeBalances()
        try store.settle(upTo: day)
    }

    /// When a charge that is booked now may be paid out.
    func availability(of card: PaymentMethod.Card?) -> Timestamp {
        if TestMethod.behavior(of: card) == .succeedsAvailable { return present }
        return present.date.adding(days: configuration.settlementDays).startOfDay
    }

    /// When the money of a charge that was booked may be paid out.
    func availability(of charge: Charge) throws -> Timestamp {
        guard let booked = try find(BalanceTransaction.self, charge.balanceTransaction) else {
            return present
        }
        return max(present, booked.availableOn)
    }

    /// What an account holds in a currency.
    func balance(of account: String?, in currency: Currency) throws -> Balance {
        try balances(of: account ?? "").first { $0.currency == currency }
            ?? Balance(currency: currency, available: 0, pending: 0)
    }
}
