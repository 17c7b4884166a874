import MoneyKit
import PaymentCore
public import TimeKit

/// An agreement between a payee, who does the work, and a payer, with its terms and its history.
public struct Contract: Hashable, Sendable, Codable {
    /// The contract's id, `con_…`.
    public let id: String
    /// The agreed terms.
    public let terms: ContractTerms
    /// The time at which the draft was created.
    public let created: Timestamp
    /// The time at which the contract was sent to the payer, or nil for a draft.
    public internal(set) var sentAt: Timestamp?
    /// The time at which the payer accepted the contract, explicitly or by making the first payment. Nil if
    /// the payer has not accepted.
    public internal(set) var payerAcceptedAt: Timestamp?
    /// The time at which the payee accepted the contract, or nil.
    public internal(set) var payeeAcceptedAt: Timestamp?
    /// The installments in order of their numbers. Empty until the contract is sent.
    public internal(set) var instalments: [Instalment] = []
    /// The time at which a party disputed the contract. Nil if no party has an open dispute.
    var disputedAt: Timestamp?
    /// The time at which the contract was canceled, or nil.
    public internal(set) var cancelledAt: Timestamp?
    /// The commands that were performed on the contract, oldest first.
    public internal(set) var steps: [ContractStep] = []

    /// Whether the payer has accepted the contract or made a payment.
    public var isSignedByPayer: Bool { payerAcceptedAt != nil }
    /// Whether the payee has accepted the contract.
    public var isSignedByPayee: Bool { payeeAcceptedAt != nil }

    /// Returns the installment with this number, or nil if the contract has no such installment.
    public func instalment(_ number: Int) -> Instalment? {
        instalments.indices.contains(number - 1) ? instalments[number - 1] : nil
    }
}

/// An entry in a contract's history.
public struct ContractStep: Hashable, Sendable, Codable {
    /// The kind of command.
    public let command: ContractCommand.Kind
    /// The number of the installment that the command applied to, or nil.
    public let instalment: Int?
    /// The party that performed the command.
    public let actor: ContractActor
    /// The reason for the command. Empty if no reason was given.
    public let reason: String
    /// The time at which the command was performed.
    public let time: Timestamp
}

extension Contract {
    /// Updates an installment to match its payment.
    ///
    /// - Returns: The number of the installment if the payment has just succeeded; otherwise nil.
    mutating func take(_ payment: Payment) -> Int? {
        guard let index = instalments.firstIndex(where: { $0.payment == payment.id }) else { return nil }
        var instalment = instalments[index]
        defer { instalments[index] = instalment }
        instalment.settlement = payment.settlement
        instalment.refundedMinor = payment.refundedMinor
        instalment.isDisputed = payment.isDisputed
        guard instalment.paidAt == nil, let paidAt = payment.paidAt else { return nil }
        instalment.paidAt = paidAt
        instalment.paidMinor = payment.total.minorUnits
        if payerAcceptedAt == nil { payerAcceptedAt = paidAt }
        if cancelledAt != nil {
            instalment.backMinor = instalment.paidMinor
        } else if terms.structure.milestones.isEmpty || instalment.completedAt != nil {
            instalment.releaseAt = paidAt
        }
        return instalment.number
    }
}
