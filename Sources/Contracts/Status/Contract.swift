import MoneyKit
import PaymentCore
public import TimeKit

/// An agreement between a payee, who does the work, and a payer: its terms, and what has happened with it.
public struct Contract: Hashable, Sendable, Codable, Identifiable {
    /// `con_…`
    public let id: String
    /// What was agreed on.
    public let terms: ContractTerms
    /// When it was written.
    public let created: Timestamp
    /// When it was sent to the payer.
    public internal(set) var sentAt: Timestamp?
    /// When the payer accepted it, or paid for the first time.
    public internal(set) var payerAcceptedAt: Timestamp?
    /// When the payee accepted it.
    public internal(set) var payeeAcceptedAt: Timestamp?
    /// What is paid when; none while it is a draft.
    public internal(set) var instalments: [Instalment] = []
    /// When a party disputed it; nil once that is resolved.
    public internal(set) var disputedAt: Timestamp?
    /// When it was cancelled.
    public internal(set) var cancelledAt: Timestamp?
    /// What was done with it, oldest first.
    public internal(set) var steps: [ContractStep] = []

    /// A draft.
    init(id: String, terms: ContractTerms, created: Timestamp) {
        self.id = id
        self.terms = terms
        self.created = created
    }

    /// The payer has signed: accepted or paid.
    public var isSignedByPayer: Bool { payerAcceptedAt != nil }
    /// The payee has signed.
    public var isSignedByPayee: Bool { payeeAcceptedAt != nil }

    /// The instalment of this number, or nil.
    public func instalment(_ number: Int) -> Instalment? {
        instalments.indices.contains(number - 1) ? instalments[number - 1] : nil
    }
}

/// One thing that was done with a contract.
public struct ContractStep: Hashable, Sendable, Codable {
    /// What was done.
    public let command: ContractCommand.Kind
    /// With which instalment.
    public let instalment: Int?
    /// By whom.
    public let actor: ContractActor
    /// Why; may be empty.
    public let reason: String
    /// When.
    public let time: Timestamp
}

extension Contract {
    /// Takes over where a payment stands.
    ///
    /// - Returns: The number of the instalment that is paid since now; nil where none is.
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
