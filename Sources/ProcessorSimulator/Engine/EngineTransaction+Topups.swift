import MoneyKit
import Processor
import TimeKit

/// Top-ups, which add money from a bank to the balance after a delay.
///
/// Source: Stripe documentation, "Add funds to your platform balance", "Test top-ups".
extension EngineTransaction {
    func create(_ wanted: Topup) throws -> Written<Topup> {
        guard wanted.amount > 0 else { throw ProcessorError.notAnAmount("amount") }
        try require(
            wanted.amount <= AmountRules.most, "amount_too_large",
            "Amount must be no more than \(AmountRules.most) minor units of \(wanted.currency).",
            parameter: "amount")
        try schedule(.topupArrival, of: wanted.id, at: wanted.arrival)
        return try emit("topup.created", put(wanted))
    }

    /// Completes a pending top-up: adds its amount to the balance, or marks the top-up as failed if its bank
    /// account refuses the debit.
    func topupArrives(_ id: String) throws {
        guard var topup = try find(Topup.self, id), topup.status == .pending else { return }
        if let failure = topup.bankLast4.flatMap({ BankNumbers.failures[$0] ?? nil }) {
            topup.status = .failed
            topup.failureCode = failure
            try emit("topup.failed", put(topup))
            return
        }
        topup.status = .succeeded
        topup.balanceTransaction =
            try book(
                .topup, of: account, topup.amount, topup.currency, source: topup.id, availableOn: present
            ).id
        try emit("topup.succeeded", put(topup))
    }

    /// Cancels a pending top-up.
    func cancel(_ topup: Topup) throws -> Written<Topup> {
        try expect(
            topup.status == .pending,
            "Top-ups can only be canceled while they are pending: this one is \(topup.status.rawValue).")
        var topup = topup
        topup.status = .canceled
        return try emit("topup.canceled", put(topup))
    }
}
