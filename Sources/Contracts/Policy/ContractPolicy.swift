public import DatabaseKit
public import PaymentCore
public import TimeKit

/// What a contract does when its money moves: its instalment follows the payment, and the payee is told.
public struct ContractPolicy: PaymentPolicy {
    /// Whose payments are contracts'.
    public static var kind: String { "contract" }

    let ids: Identifiers

    /// A policy that makes ids with these.
    public init(ids: Identifiers) { self.ids = ids }

    /// The instalment follows its payment; once it is paid, the payer has signed and the payee is told.
    public func changed(_ payment: Payment, at time: Timestamp, in transaction: Transaction) throws {
        let before = try transaction.existing(payment.subject)
        var contract = before
        if let number = contract.take(payment) {
            contract.note(.pay, number, by: .payer, at: time)
            try transaction.put(.paymentReceived(contract, number, as: ids.make("note"), at: time))
        }
        if contract != before { try transaction.save(contract) }
    }

    /// Contracts have no schedules.
    public func changed(_ schedule: Schedule, at time: Timestamp, in transaction: Transaction) throws {}

    /// Contracts have no schedules.
    ///
    /// - Throws: `PaymentError` with code `unknownKind`.
    public func occurrence(
        of schedule: Schedule, isFirst: Bool, at time: Timestamp, in transaction: Transaction
    ) throws
        -> String
    {
        throw PaymentError(.unknownKind, "a schedule of a contract")
    }
}
