public import DatabaseKit
public import PaymentCore
public import TimeKit

/// The payment policy for contracts. It updates an installment when the installment's payment changes, and
/// notifies the payee when a payment succeeds.
public struct ContractPolicy: PaymentPolicy {
    /// The kind of payment that this policy handles: `contract`.
    public static var kind: String { "contract" }

    let ids: Identifiers

    /// Creates the policy. `ids` generates the ids of notifications.
    public init(ids: Identifiers) { self.ids = ids }

    /// Updates the installment to match its payment. Notifies the payee when the installment is paid. If the
    /// payer has not accepted the contract, the first payment counts as the payer's acceptance.
    public func changed(_ payment: Payment, at time: Timestamp, in transaction: Transaction) throws {
        let before = try transaction.existing(payment.subject)
        var contract = before
        if let number = contract.take(payment) {
            contract.note(.pay, number, by: .payer, at: time)
            try transaction.put(.paymentReceived(contract, number, as: ids.make("note"), at: time))
        }
        if contract != before { try transaction.save(contract) }
    }

    /// Does nothing, because contracts have no schedules.
    public func changed(_ schedule: Schedule, at time: Timestamp, in transaction: Transaction) throws {}

    /// Always throws an error, because contracts have no schedules.
    ///
    /// - Throws: `PaymentError` with code `unknownKind`.
    public func occurrence(
        of schedule: Schedule, isFirst: Bool, at time: Timestamp, in transaction: Transaction
    ) throws
        -> String
    {
        throw PaymentError(
            .unknownKind,
            "each payment for a contract is requested separately, so there is no payment schedule")
    }
}
