import DatabaseKit
import MoneyKit
import Processor
import TimeKit

/// Dismissal: records a person's decision not to book money at the processor.
extension PaymentDriver {
    /// Records that a charge, refund or transfer that only the processor has is deliberately not booked.
    ///
    /// - Parameter id: `ch_…`, `re_…` or `tr_…`.
    /// - Throws: ``PaymentError`` with code `notFound` if the processor has no such object; `wrongState` if it is in
    ///   the books.
    public func dismiss(_ id: String, because reason: String) async throws -> Dismissal {
        let dismissal = try await found(id, reason)
        let transfer =
            id.hasPrefix("tr_")
            ? try await finding { () throws(ProcessorError) in try await processor.transfer(id) } : nil
        try await database.write { transaction in
            let isBooked =
                try transaction.payment(charge: id) != nil
                || transfer.map { try transaction.isExplained($0) } == true
            guard !isBooked else { throw PaymentError(.wrongState, "\(id) is in the books") }
            try transaction.save(dismissal)
        }
        return dismissal
    }

    /// Removes a dismissal.
    ///
    /// - Throws: ``PaymentError`` with code `notFound` if it does not exist.
    public func undoDismissal(of id: String) async throws -> Dismissal {
        try await database.write { transaction in
            guard let dismissal = try transaction.dismissal(id) else {
                throw PaymentError(.notFound, "\(id.prefix(60)) was not dismissed")
            }
            try transaction.removeDismissal(id)
            return dismissal
        }
    }

    private func found(_ id: String, _ reason: String) async throws -> Dismissal {
        let now = clock.now()
        switch id.prefix(while: { $0 != "_" }) {
        case "ch", "py":
            let charge = try await finding { () throws(ProcessorError) in try await processor.charge(id) }
            if let charge {
                return Dismissal(
                    id: id, amount: Money(charge.amount, charge.currency), account: charge.destination,
                    reason: reason, created: charge.created, dismissed: now)
            }
        case "re":
            let refund = try await finding { () throws(ProcessorError) in try await processor.refund(id) }
            if let refund {
                return Dismissal(
                    id: id, amount: Money(refund.amount, refund.currency), account: nil, reason: reason,
                    created: refund.created, dismissed: now)
            }
        case "tr":
            let transfer = try await finding { () throws(ProcessorError) in try await processor.transfer(id) }
            if let transfer {
                return Dismissal(
                    id: id, amount: Money(transfer.amount, transfer.currency), account: transfer.destination,
                    reason: reason, created: transfer.created, dismissed: now)
            }
        default: break
        }
        throw PaymentError(.notFound, "the processor has no \(id.prefix(60))")
    }
}
