import MoneyKit
import Processor
import TimeKit

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
        let waits = availableOn > present
        try store.add(transaction.net, to: account ?? "", currency, on: waits ? availableOn : nil)
        if waits { try store.schedule(Due(at: availableOn, kind: .settlement, subject: "")) }
        return transaction
    }

    /// When a charge that is booked now may be paid out.
    func availability(of card: PaymentMethod.Card?) -> Timestamp {
        if TestMethod.behavior(of: card) == .succeedsAvailable { return present }
        return present.date.adding(days: configuration.settlementDays).startOfDay
    }

    /// When the money of a charge that was booked may be paid out.
    func availability(of charge: Charge) throws -> Timestamp {
        guard let id = charge.balanceTransaction, let booked = try find(BalanceTransaction.self, id) else {
            return present
        }
        return max(present, booked.availableOn)
    }

    /// What an account holds in a currency.
    func balance(of account: String?, in currency: Currency) throws -> Balance {
        try store.balances(of: account ?? "").first { $0.currency == currency }
            ?? Balance(currency: currency, available: 0, pending: 0)
    }
}
