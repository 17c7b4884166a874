public import MoneyKit
import TimeKit

/// Where a contract stands: a view of its facts, never kept as one.
public enum ContractStatus: String, Hashable, Sendable, Codable, CaseIterable {
    /// It is being written.
    case draft
    /// It is sent: neither paid nor, where nothing is paid before the work, accepted by both.
    case pendingSignature = "pending_signature"
    /// The work is in progress.
    case active
    /// All work is done and its money is where it stays.
    case completed
    /// The parties, or the payer's bank, dispute it: no money moves.
    case disputed
    /// Either party has ended it.
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
    /// Where it stands.
    public var status: ContractStatus {
        if cancelledAt != nil { return .cancelled }
        guard sentAt != nil else { return .draft }
        if disputedAt != nil || instalments.contains(where: \.isDisputed) { return .disputed }
        if instalments.allSatisfy(\.isClosed) { return .completed }
        if instalments.contains(where: { $0.paidAt != nil }) { return .active }
        // What is not paid before the work begins is begun by agreement.
        if !terms.isPaidBeforeWork, payerAcceptedAt != nil, payeeAcceptedAt != nil { return .active }
        return .pendingSignature
    }

    /// How much of it is done.
    public struct Progress: Hashable, Sendable {
        /// What of the total is closed.
        public let closed: Money
        /// How many instalments are closed.
        public let count: Int
        /// How many there are.
        public let of: Int
    }

    /// How much of it is done: `2 of 5`, and what they are worth.
    public var progress: Progress {
        let closed = instalments.filter(\.isClosed)
        return Progress(
            closed: Money(closed.reduce(0) { $0 + $1.amount.minorUnits }, terms.total.currency),
            count: closed.count, of: max(1, terms.structure.milestones.count))
    }

    /// Since when money is to be moved; nil where none is, and while it is disputed.
    var dueAt: Timestamp? {
        status == .disputed ? nil : instalments.compactMap(\.dueAt).min()
    }
}
