import DatabaseKit
import MoneyKit
import Processor
import TimeKit

/// The charges of a full reconciliation.
extension PaymentDriver {
    func compare(charges page: [Charge], _ walk: inout FullWalk) async throws {
        // A charge on a connected account is the receiving side of a transfer, not a charge of the platform.
        let charges = page.filter { $0.status != .failed && $0.sourceTransfer == nil }
        walk.result.charges += charges.count
        walk.charges.formUnion(charges.map(\.id))
        var known = try await database.read { transaction in
            try charges.map { try transaction.payment(of: $0) }
        }
        for (index, charge) in charges.enumerated() {
            guard let payment = known[index], !charge.agrees(with: payment) else { continue }
            if payment.charge == nil, try await isUnderWay(payment.id, &walk) {
                walk.underWay.insert(charge.id)
                continue
            }
            // The payment may be pending, or an event late: refresh it before reporting a difference.
            walk.result.unanswered += try await tolerating {
                try await refresh(payment: payment.id)
                // A refund made at the processor needs no decision here, so it is booked.
                if charge.amountRefunded > 0 { try await refresh(returnsOf: payment.id) }
            }
            known[index] = try await database.read { try $0.payment(payment.id) }
        }
        for (charge, payment) in zip(charges, known) {
            guard let payment else {
                try await addUnknown(charge, &walk)
                continue
            }
            guard !walk.underWay.contains(charge.id) else { continue }
            walk.result.differences += charge.differences(from: payment)
        }
    }

    /// Whether a call about a payment or schedule is still pending after another attempt to finish it.
    func isUnderWay(_ subject: String, _ walk: inout FullWalk) async throws -> Bool {
        walk.result.unanswered += try await tolerating { try await finishCalls(about: subject) }
        return try await !database.read { try $0.calls(about: subject).isEmpty }
    }

    private func addUnknown(_ charge: Charge, _ walk: inout FullWalk) async throws {
        walk.unknown.insert(charge.id)
        guard try await database.read({ try $0.dismissal(charge.id) }) == nil else {
            walk.result.dismissed += 1
            return
        }
        walk.result.differences.append(Difference(unknown: charge))
    }
}

extension Difference {
    fileprivate init(unknown charge: Charge) {
        self.init(.unknownCharge, charge.id, Money(charge.amount, charge.currency), created: charge.created)
        account = charge.destination
        metadata = charge.metadata
        customer = charge.customer
        states = charge.status == .pending ? [charge.status.rawValue] : []
    }
}

extension Charge {
    fileprivate func agrees(with payment: Payment) -> Bool { differences(from: payment).isEmpty }

    fileprivate func differences(from payment: Payment) -> [Difference] {
        func difference(_ kind: Difference.Kind, _ amount: Int64, booked: Money?, states: [String] = [])
            -> Difference
        {
            var difference = Difference(kind, id, Money(amount, currency), created: created)
            difference.booked = booked
            difference.states = states
            difference.payment = payment.id
            difference.account = payment.form.payee
            return difference
        }
        var found: [Difference] = []
        if Money(amount, currency) != payment.total {
            found.append(difference(.chargeAmount, amount, booked: payment.total))
        }
        let isPaid = payment.state == .succeeded
        if paid != isPaid, status != .pending || isPaid {
            found.append(
                difference(
                    .chargeState, amount, booked: nil, states: [status.rawValue, payment.state.rawValue]))
        } else if isPaid, amountRefunded != payment.refundedMinor {
            found.append(
                difference(.refundedAmount, amountRefunded, booked: Money(payment.refundedMinor, currency)))
        }
        return found
    }
}
