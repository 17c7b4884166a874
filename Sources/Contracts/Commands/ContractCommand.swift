public import MoneyKit

/// Who does something with a contract.
public enum ContractActor: String, Hashable, Sendable, Codable, CaseIterable {
    /// The payee who does the work.
    case payee
    /// Who pays.
    case payer
    /// Who resolves disputes.
    case platform
}

/// What can be done with a contract.
public enum ContractCommand: Hashable, Sendable {
    /// The payer gets it; amounts are frozen.
    case send
    /// A party agrees.
    case accept
    /// The payer is asked for the first payment, or for all.
    case requestPayment
    /// The payer pays the instalment of this number.
    case pay(Int)
    /// The payer is asked to pay the milestone of this number.
    case requestMilestone(Int)
    /// The work of a contract without milestones is done.
    case complete
    /// The work of a milestone is done.
    case completeMilestone(Int)
    /// What is held of a milestone goes to the payee.
    case release(Int)
    /// A party reports an issue.
    case dispute
    /// What is not closed is shared out: both shares are 10,000 together.
    case resolve(payer: BasisPoints, payee: BasisPoints)
    /// It is ended; what is not released goes back.
    case cancel

    /// Its name.
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        case send, accept, pay, complete, release, dispute, resolve, cancel
        case requestPayment = "request_payment"
        case requestMilestone = "request_milestone"
        case completeMilestone = "complete_milestone"
    }

    /// Its name.
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

    /// The instalment that it is about.
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
    /// Who may do it.
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

    /// It is not done without a reason.
    public var needsReason: Bool { [.dispute, .resolve, .cancel].contains(self) }

    /// The commands of this name, one for each instalment where it is about one.
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
    /// What may be done in this state; a contract's facts may forbid more.
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
