public import MoneyKit
public import TextKit
import TimeKit

/// The status of a contract, derived from the contract's other properties. The database stores the status
/// only for searches.
public enum ContractStatus: String, Sendable, Codable, CaseIterable {
    case draft
    /// The contract has been sent but is not in force yet. It is waiting for the first payment or, if no
    /// payment is due before the work, for a party to accept.
    case pendingSignature = "pending_signature"
    /// The contract is in force, and not all of its installments are closed.
    case active
    /// All installments are closed. For each installment, the money was released to the payee or returned to
    /// the payer, and the work is completed or a dispute was resolved.
    case completed
    /// A party disputes the contract, or the payer's bank disputes a payment. No money moves until the
    /// dispute is resolved.
    case disputed
    /// A party or the platform has canceled the contract.
    case cancelled
}

extension ContractStatus {
    /// A symbol that distinguishes the status without color.
    public var symbol: String {
        switch self {
        case .draft: "○"
        case .pendingSignature: "◔"
        case .active: "●"
        case .completed: "✓"
        case .disputed: "!"
        case .cancelled: "×"
        }
    }
}

extension Contract {
    /// The contract's status, derived from the contract's other properties.
    public var status: ContractStatus {
        if cancelledAt != nil { return .cancelled }
        guard sentAt != nil else { return .draft }
        if disputedAt != nil || instalments.contains(where: \.isDisputed) { return .disputed }
        if instalments.allSatisfy(\.isClosed) { return .completed }
        if instalments.contains(where: { $0.paidAt != nil }) { return .active }
        // Work that is not paid in advance starts when both parties have accepted the contract.
        if !terms.isPaidBeforeWork, payerAcceptedAt != nil, payeeAcceptedAt != nil { return .active }
        return .pendingSignature
    }

    /// The number of a contract's closed installments, and the sum of their amounts.
    public struct Progress: Hashable, Sendable {
        /// The sum of the amounts of the closed installments.
        public let closed: Money
        /// The number of closed installments.
        public let count: Int
        /// The total number of installments: the number of milestones, or 1 if the contract is paid in one
        /// amount.
        public let of: Int
    }

    /// The contract's progress, such as 2 of 5 installments closed.
    public var progress: Progress {
        let closed = instalments.filter(\.isClosed)
        return Progress(
            closed: Money(closed.reduce(0) { $0 + $1.amount.minorUnits }, terms.total.currency),
            count: closed.count, of: max(1, terms.structure.milestones.count))
    }

    /// The earliest time at which money must be moved. Nil if no money is due or the contract is disputed.
    var dueAt: Timestamp? {
        status == .disputed ? nil : instalments.compactMap(\.dueAt).min()
    }
}

extension ContractStatus: NamedState {}
extension Instalment.Status: NamedState {}
