import MoneyKit
import TimeKit

extension Contract {
    /// Applies a command to the contract. No money moves until ``ContractService/settle(_:)`` is called.
    ///
    /// - Throws: The errors of ``check(_:by:reason:)``, or ``ContractError`` with code `invalid` if an amount
    ///   cannot be calculated. If an error is thrown, the contract is unchanged.
    mutating func apply(
        _ command: ContractCommand, by actor: ContractActor, reason: String = "", at now: Timestamp
    ) throws(ContractError) {
        try check(command, by: actor, reason: reason)
        switch command {
        case .send: try send(at: now)
        case .accept: if actor == .payer { payerAcceptedAt = now } else { payeeAcceptedAt = now }
        case .requestPayment: request(1, at: now)
        case .requestMilestone(let number): request(number, at: now)
        case .pay: break
        case .complete:
            instalments[0].completedAt = now
            if instalments[0].paidAt == nil { request(1, at: now) }
        case .completeMilestone(let number): complete(number, at: now)
        case .release(let number): instalments[number - 1].releaseAt = now
        case .dispute: disputedAt = now
        case .resolve(let payer, _): try resolve(payer: payer, at: now)
        case .cancel: cancel(at: now)
        }
        note(command.kind, command.instalment, by: actor, reason: reason, at: now)
    }

    /// Adds an entry for a performed command to the contract's history.
    mutating func note(
        _ kind: ContractCommand.Kind, _ instalment: Int?, by actor: ContractActor, reason: String = "",
        at now: Timestamp
    ) {
        steps.append(
            ContractStep(command: kind, instalment: instalment, actor: actor, reason: reason, time: now))
    }

    private mutating func send(at now: Timestamp) throws(ContractError) {
        do throws(MoneyError) {
            instalments = try terms.structure.parts(of: terms.total).enumerated()
                .map { Instalment(number: $0.offset + 1, amount: $0.element) }
        } catch {
            throw ContractError(.invalid, error.reason)
        }
        sentAt = now
        if terms.isPaidBeforeWork { request(1, at: now) }
    }

    private mutating func request(_ number: Int, at now: Timestamp) {
        guard instalments[number - 1].requestedAt == nil else { return }
        instalments[number - 1].requestedAt = now
    }

    private mutating func complete(_ number: Int, at now: Timestamp) {
        instalments[number - 1].completedAt = now
        guard let days = terms.releaseAfterDays, instalments[number - 1].paidAt != nil else { return }
        instalments[number - 1].releaseAt = now.adding(seconds: Int64(days) * 86_400)
    }

    /// Divides the money of each paid installment that is not closed. The payer's share is marked for a
    /// refund, and the rest for a release to the payee.
    private mutating func resolve(payer: BasisPoints, at now: Timestamp) throws(ContractError) {
        var resolved = instalments
        for index in resolved.indices where resolved[index].paidAt != nil && !resolved[index].isClosed {
            let left = Money(
                resolved[index].paidMinor - resolved[index].refundedMinor, resolved[index].amount.currency)
            guard let back = try? payer.of(left) else {
                throw ContractError(.invalid, "the payer's share of a payment cannot be calculated")
            }
            resolved[index].backMinor = resolved[index].refundedMinor + back.minorUnits
            resolved[index].releaseAt = now
            resolved[index].resolvedAt = now
        }
        instalments = resolved
        disputedAt = nil
    }

    /// Cancels the contract, and marks all held money for a refund. The payee keeps the money that was
    /// already released.
    private mutating func cancel(at now: Timestamp) {
        cancelledAt = now
        for index in instalments.indices where instalments[index].isHeld {
            instalments[index].backMinor = instalments[index].paidMinor
            instalments[index].releaseAt = nil
        }
    }
}
