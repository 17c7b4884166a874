public import MoneyKit

/// The party that performs a command.
public enum ContractActor: String, Sendable, Codable, CaseIterable {
    /// The party that does the work and is paid.
    case payee
    /// The party that pays.
    case payer
    /// The operator of the installation, who resolves disputes.
    case platform
}

/// A command that a party performs on a contract.
public enum ContractCommand: Hashable, Sendable {
    /// Sends the contract to the payer, after which the amounts can no longer change.
    case send
    /// Accepts the contract, either as the payer or as the payee.
    case accept
    /// Requests the first or only payment.
    case requestPayment
    /// Pays the installment with this number.
    case pay(Int)
    /// Requests payment for the milestone with this number.
    case requestMilestone(Int)
    /// Marks the work of a contract without milestones as completed.
    case complete
    /// Marks the work of the milestone with this number as completed.
    case completeMilestone(Int)
    /// Releases the held money of the milestone with this number to the payee.
    case release(Int)
    /// Disputes the contract. No money moves until the dispute is resolved.
    case dispute
    /// Resolves a dispute by dividing the money of the installments that are not closed. The shares must sum
    /// to 10,000 basis points.
    case resolve(payer: BasisPoints, payee: BasisPoints)
    /// Cancels the contract. Money that was not released is refunded.
    case cancel

    /// A kind of command, without the command's parameters.
    public enum Kind: String, Sendable, Codable, CaseIterable {
        case send, accept, pay, complete, release, dispute, resolve, cancel
        case requestPayment = "request_payment"
        case requestMilestone = "request_milestone"
        case completeMilestone = "complete_milestone"
    }

    /// The kind of the command, without its parameters.
    public var kind: Kind {
        switch self {
        case .send: .send
        case .accept: .accept
        case .requestPayment: .requestPayment
        case .pay: .pay
        case .requestMilestone: .requestMilestone
        case .complete: .complete
        case .completeMilestone: .completeMilestone
        case .release: .release
        case .dispute: .dispute
        case .resolve: .resolve
        case .cancel: .cancel
        }
    }

    /// The number of the installment that the command applies to, or nil.
    public var instalment: Int? {
        switch self {
        case .pay(let number), .requestMilestone(let number), .completeMilestone(let number),
            .release(let number):
            number
        default: nil
        }
    }
}

extension ContractCommand.Kind {
    /// The parties that are allowed to perform the command.
    public var actors: Set<ContractActor> {
        switch self {
        case .send, .requestPayment, .requestMilestone, .complete, .completeMilestone: [.payee]
        case .pay: [.payer]
        case .accept, .dispute: [.payer, .payee]
        case .release: [.payer, .platform]
        case .resolve: [.platform]
        case .cancel: [.payer, .payee, .platform]
        }
    }

    /// Whether the command requires a reason.
    public var needsReason: Bool { [.dispute, .resolve, .cancel].contains(self) }

    /// Returns the commands of this kind for a contract: one per installment if the kind applies to
    /// installments, otherwise a single command.
    func commands(instalments: Int) -> [ContractCommand] {
        let numbers = instalments == 0 ? 1...1 : 1...instalments
        return switch self {
        case .send: [.send]
        case .accept: [.accept]
        case .requestPayment: [.requestPayment]
        case .pay: numbers.map { .pay($0) }
        case .requestMilestone: numbers.map { .requestMilestone($0) }
        case .complete: [.complete]
        case .completeMilestone: numbers.map { .completeMilestone($0) }
        case .release: numbers.map { .release($0) }
        case .dispute: [.dispute]
        case .resolve: [.resolve(payer: BasisPoints(10_000), payee: BasisPoints(0))]
        case .cancel: [.cancel]
        }
    }
}

extension ContractStatus {
    /// The commands that this status allows. A contract in this status can still refuse some of these
    /// commands, for example the payment of an installment that is already paid.
    public var commands: Set<ContractCommand.Kind> {
        switch self {
        case .draft: [.send, .cancel]
        case .pendingSignature: [.accept, .requestPayment, .pay, .cancel]
        case .active:
            [
                .accept, .requestPayment, .pay, .requestMilestone, .complete, .completeMilestone, .release,
                .dispute, .cancel,
            ]
        case .disputed: [.resolve]
        case .completed, .cancelled: []
        }
    }
}
