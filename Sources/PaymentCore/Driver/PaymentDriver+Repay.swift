import DatabaseKit
import MoneyKit
import Processor
import TimeKit

extension PaymentDriver {
    /// Sends a payee what the platform holds of its money: refunds that the payers' banks have sent back.
    ///
    /// Until the platform's own balance has it available, it stands as a negative receivable.
    func repay(_ payee: String) async throws {
        let calls = try await database.write { transaction -> [ProcessorCall] in
            guard try !transaction.isRepaying(payee), try !transaction.isCollecting(from: payee) else {
                return []
            }
            let account = LedgerAccount.receivable(payee)
            return try transaction.balances(prefix: account.rawValue)
                .filter { $0.account == account && $0.amount.minorUnits < 0 }
                .map { owed in
                    let request = Transfer.Create(
                        amount: -owed.amount.minorUnits, currency: owed.amount.currency, destination: payee,
                        metadata: ["repayment_id": ids.make("rep")])
                    return try open(.transfer(request), for: .repayment(payee: payee), in: transaction)
                }
        }
        for call in calls { try await deliver(call) }
    }

    /// Refused, for want of available money: it stays owed, and the next reconciliation tries again.
    func bookRepayment(
        _ answer: CallAnswer, of payee: String, call: ProcessorCall, in transaction: Transaction
    )
        throws -> [ProcessorCall]
    {
        if case .transfer(let found) = answer {
            try transaction.post(
                .repaid(Money(found.amount, found.currency), to: payee, reference: found.id), at: clock.now())
        }
        return []
    }
}
