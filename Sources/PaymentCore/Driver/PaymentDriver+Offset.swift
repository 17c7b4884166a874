import DatabaseKit
import MoneyKit
import TimeKit

/// What is held of a payment beyond what its payee may still get of it is no money of the payee while it owes.
extension PaymentDriver {
    /// Takes what the payee owes from what is held of a payment beyond what of its share has not gone back.
    ///
    /// Money comes back to be held when a release fails or is reversed, and when the payer's bank sends a refund back.
    /// Where a refund or a lost dispute has made the payee owe it meanwhile, or the payee has the share already, it
    /// must not be released once more. Where the debt was collected, the payee is owed it again: it stays held.
    ///
    /// - Parameter reference: What brought the money back; with it nothing is taken twice.
    func offset(_ payment: Payment, because reference: String, in transaction: Transaction) throws {
        guard case .held(let payee) = payment.form else { return }
        let excess =
            try heldMinor(of: payment, in: transaction) - unreleasedMinor(of: payment, in: transaction)
        let taken = min(excess, try transaction.balance(of: .receivable(payee), in: payment.total.currency))
        guard taken > 0 else { return }
        try transaction.post(.offset(taken, of: payment, payee: payee, reference: reference), at: clock.now())
    }

    /// What of the payee's share neither went back nor is on its account or on its way there, in minor units.
    private func unreleasedMinor(of payment: Payment, in transaction: Transaction) throws -> Int64 {
        let left = try transaction.releases(ofPayment: payment.id).reduce(payment.shareLeftMinor) {
            switch $1.state {
            case .transferring: $0 - $1.amount.minorUnits
            case .released: $0 - $1.leftMinor
            case .reversed, .failed: $0
            }
        }
        return max(0, left)
    }
}
