import DisplayKit
import MoneyKit
import TextKit

extension Contract {
    /// The kinds of commands that at least one party can perform now.
    public var allowed: [ContractCommand.Kind] {
        ContractCommand.Kind.allCases.filter { kind in
            status.commands.contains(kind)
                && kind.commands(instalments: instalments.count).contains { refusal(of: $0, by: nil) == nil }
        }
    }

    /// Checks whether a command is allowed now.
    ///
    /// - Parameter reason: The reason for the command, in one line of at most 500 characters.
    /// - Throws: ``ContractError`` with code `notYours` or `missingReason`, or with code `invalid` if the
    ///   reason is invalid. The code is `wrongState` if the contract's current state does not allow the
    ///   command, or if the shares of a resolution are invalid. A `wrongState` error contains the status and
    ///   the allowed commands.
    public func check(
        _ command: ContractCommand, by actor: ContractActor, reason: String = ""
    ) throws(ContractError) {
        guard command.kind.actors.contains(actor) else {
            throw ContractError(
                .notYours,
                "the action \"\(StateWord.of(command.kind.rawValue))\" is not available to the \(actor.rawValue)"
            )
        }
        if command.kind.needsReason, !reason.contains(where: { !$0.isWhitespace }) {
            throw ContractError(
                .missingReason, "the action \"\(StateWord.of(command.kind.rawValue))\" needs a reason")
        }
        if let flaw = DisplayText.flaw(in: reason, atMost: 500), flaw.rule != .empty {
            let (summary, remedy) = ("it \(flaw.summary)", flaw.remedy)
            throw ContractError([.init(field: .reason, isMissing: false, summary: summary, remedy: remedy)])
        }
        guard status.commands.contains(command.kind) else { throw ContractError(of: self) }
        if case .resolve(let payer, let payee) = command,
            let flaw = Self.flaw(ofShares: [payer.rawValue, payee.rawValue])
        {
            throw ContractError.wrongShares(flaw, of: self)
        }
        if let refusal = refusal(of: command, by: actor) { throw ContractError(refusal, of: self) }
    }

    /// Returns the reason why the shares of a resolution are invalid, or nil if they are valid.
    private static func flaw(ofShares shares: [Int64]) -> String? {
        guard shares.allSatisfy({ (0...10_000).contains($0) }) else {
            return "each share must be between 0% and 100%"
        }
        let sum = shares.reduce(0, +)
        return sum == 10_000 ? nil : "the shares add up to \(BasisPoints(sum).percentText)%, not to 100%"
    }

    /// Returns the reason why a command is refused although the contract's status permits it. Returns nil if
    /// the command is not refused.
    ///
    /// - Parameter actor: The party that performs the command, or nil for any party.
    private func refusal(of command: ContractCommand, by actor: ContractActor?) -> String? {
        if let number = command.instalment {
            guard let instalment = instalment(number) else { return "the contract has no part \(number)" }
            return refusal(of: command.kind, instalment)
        }
        switch command {
        case .accept: return refusalToAccept(by: actor)
        case .requestPayment: return instalments.first.flatMap(refusalToRequest)
        case .complete:
            guard terms.structure.milestones.isEmpty else {
                return "each milestone must be completed separately"
            }
            return instalments.first?.completedAt == nil ? nil : "the work is already complete"
        case .resolve:
            return disputedAt == nil || instalments.contains(where: \.isDisputed)
                ? "the payer's bank decides this dispute" : nil
        default: return nil
        }
    }

    private func refusalToAccept(by actor: ContractActor?) -> String? {
        switch actor {
        case .payer: isSignedByPayer ? "the payer has already accepted" : nil
        case .payee: isSignedByPayee ? "the payee has already accepted" : nil
        case .platform, nil: isSignedByPayer && isSignedByPayee ? "both parties have already accepted" : nil
        }
    }

    private func refusalToRequest(_ first: Instalment) -> String? {
        if first.paidAt != nil { return "the payment has already been made" }
        if status == .active, !terms.structure.milestones.isEmpty {
            return "payment for each milestone must be requested separately"
        }
        return terms.isPaidBeforeWork || first.completedAt != nil
            ? nil : "the contract can be paid only after the work is done"
    }

    private func refusal(of kind: ContractCommand.Kind, _ instalment: Instalment) -> String? {
        if kind == .pay {
            if instalment.paidAt != nil { return "the payment has already been made" }
            return instalment.requestedAt == nil ? "payment for this part has not been requested" : nil
        }
        guard !terms.structure.milestones.isEmpty else { return "the contract has no milestones" }
        switch kind {
        case .requestMilestone:
            if instalment.paidAt != nil { return "the payment has already been made" }
            return terms.fundsBefore || instalment.completedAt != nil
                ? nil : "this part can be paid only after its work is done"
        case .completeMilestone: return instalment.completedAt == nil ? nil : "the work is already complete"
        case .release:
            guard instalment.completedAt != nil else { return "the work for this part is not complete" }
            return instalment.isHeld ? nil : "no money is held for this part"
        default: return nil
        }
    }
}
