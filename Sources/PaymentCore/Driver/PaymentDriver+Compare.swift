import DatabaseKit
import MoneyKit
import Processor
public import TimeKit

/// Full reconciliation, which compares all of the processor's objects in a period with the books, in both
/// directions.
extension PaymentDriver {
    /// Compares the books with the processor's charges, refunds, transfers and payouts.
    ///
    /// Call ``reconcile(progress:)`` first, because payments that are not final may still differ from the
    /// processor's data. The comparison records objects that need no decision, such as unknown payouts,
    /// unknown refunds of known payments, and unknown payments of known schedules. All other objects that
    /// exist only at the processor are listed but not recorded, because a person has to decide whether to
    /// adopt or dismiss them.
    ///
    /// - Parameters:
    ///   - since: The start of the period, or nil for no limit.
    ///   - until: The end of the period.
    ///   - progress: Called with the number of objects compared so far.
    public func compare(
        since: Timestamp?, until: Timestamp, progress: @Sendable (Int) -> Void = { _ in }
    ) async throws -> FullComparison {
        let start = max(since ?? .earliest, Timestamp(seconds: 0))
        let period = start...max(start, until)
        var walk = FullWalk(period: period)
        try await walkAll(in: period, processor.charges) { page in
            try await compare(charges: page, &walk)
            progress(walk.seen)
        }
        try await walkAll(in: period, processor.refunds) { page in
            try await compare(refunds: page, &walk)
            progress(walk.seen)
        }
        try await walkAll(in: period) { query in
            try await processor.transfers(to: nil, query)
        } page: { page in
            try await compare(transfers: page, &walk)
            progress(walk.seen)
        }
        for payee in try await database.read({ try $0.payees() }) + [PayeePayout.platform] {
            try await comparePayouts(of: payee, &walk)
            progress(walk.seen)
        }
        try await findMissing(&walk)
        try await findSubscriptions(of: &walk)
        try await findCustomers(of: &walk)
        walk.result.differences.sort { ($0.created, $0.id) < ($1.created, $1.id) }
        return walk.result
    }
}

/// The state of a running comparison: the objects that were already read from the processor, and the result
/// so far.
struct FullWalk {
    let period: ClosedRange<Timestamp>
    var result = FullComparison()
    var charges: Set<String> = []
    var refunds: Set<String> = []
    var payouts: Set<String> = []
    /// The charges that are not in the books, including dismissed ones.
    var unknown: Set<String> = []
    /// The charges of payments that have pending calls.
    var underWay: Set<String> = []

    /// Returns whether a charge is unknown or its payment has a pending call. If so, the refunds and the
    /// transfer of the charge are not reported separately.
    func isSetAside(_ charge: String) -> Bool { unknown.contains(charge) || underWay.contains(charge) }

    var seen: Int { result.charges + result.refunds + result.transfers + result.payouts }
}

// MARK: Charges

/// Comparison of the processor's charges with the payments in the books.
extension PaymentDriver {
    func compare(charges page: [Charge], _ walk: inout FullWalk) async throws {
        // A charge on a connected account is the receiving side of a transfer and not a charge of the platform.
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
            // The payment may be pending, or an event may be late, so the payment is refreshed before a difference is
            // reported.
            walk.result.unanswered += try await tolerating {
                try await refresh(payment: payment.id)
                // A refund that was made at the processor needs no decision, so it is booked.
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

    /// Tries to finish the pending calls of a payment or schedule.
    ///
    /// - Returns: Whether any call is still pending.
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
        walk.result.differences.append(
            Difference(
                kind: .unknownCharge, id: charge.id, amount: Money(charge.amount, charge.currency),
                account: charge.destination,
                states: charge.status == .pending ? [charge.status.rawValue] : [],
                metadata: charge.metadata, customer: charge.customer, created: charge.created))
    }
}

extension Charge {
    fileprivate func agrees(with payment: Payment) -> Bool { differences(from: payment).isEmpty }

    fileprivate func differences(from payment: Payment) -> [Difference] {
        func difference(
            _ kind: Difference.Kind, _ amount: Int64, booked: Money? = nil, states: [String] = []
        ) -> Difference {
            Difference(
                kind: kind, id: id, amount: Money(amount, currency), booked: booked,
                account: payment.form.payee, payment: payment.id, states: states, created: created)
        }
        var found: [Difference] = []
        if Money(amount, currency) != payment.total {
            found.append(difference(.chargeAmount, amount, booked: payment.total))
        }
        let isPaid = payment.state == .succeeded
        if paid != isPaid, status != .pending || isPaid {
            found.append(
                difference(
                    .chargeState, amount, states: [status.rawValue, payment.state.rawValue]))
        } else if isPaid, amountRefunded != payment.refundedMinor {
            found.append(
                difference(.refundedAmount, amountRefunded, booked: Money(payment.refundedMinor, currency)))
        }
        return found
    }
}

// MARK: Unknown charges

/// Functions that look up the customers and subscriptions of the unknown charges that a comparison found.
extension PaymentDriver {
    /// Finds the customer of each unknown charge that is not assigned to a customer yet. It is the customer
    /// whose metadata contains the same payment id as the charge's metadata.
    func findCustomers(of walk: inout FullWalk) async throws {
        let wanted = walk.result.differences.filter {
            $0.kind == .unknownCharge && $0.customer == nil
                && CustomerMetadata.payment(ofCharge: $0.metadata) != nil
        }
        guard let oldest = wanted.map(\.created).min(), let newest = wanted.map(\.created).max() else {
            return
        }
        var customers: [String: String] = [:]
        try await walkAll(in: oldest.besideCustomers.lowerBound...newest.besideCustomers.upperBound) {
            query in
            try await processor.customers(email: nil, query)
        } page: { page in
            for customer in page {
                if let payment = customer.metadata[CustomerMetadata.payment] {
                    customers[payment] = customer.id
                }
            }
        }
        for (index, difference) in walk.result.differences.enumerated()
        where difference.kind == .unknownCharge && difference.customer == nil {
            let payment = CustomerMetadata.payment(ofCharge: difference.metadata)
            walk.result.differences[index].customer = payment.flatMap { customers[$0] }
        }
    }

    /// Finds the subscriptions of unknown charges, using the invoices that the charges paid. Removes a charge
    /// from the differences if its invoice shows that no decision by a person is needed.
    func findSubscriptions(of walk: inout FullWalk) async throws {
        let wanted = walk.result.differences.filter {
            $0.kind == .unknownCharge && $0.metadata["payment_id"] == nil && $0.customer != nil
        }
        guard let oldest = wanted.map(\.created).min() else { return }
        var subscriptions: [String: Invoice] = [:]
        try await walkAll(in: oldest.earliestInvoice...max(oldest, walk.period.upperBound)) {
            query in
            try await processor.invoices(ofSubscription: nil, query)
        } page: { page in
            for invoice in page where !invoice.subscription.isEmpty {
                if let charge = invoice.charge { subscriptions[charge] = invoice }
            }
        }
        var explained: Set<String> = []
        for (index, unknown) in walk.result.differences.enumerated() where unknown.kind == .unknownCharge {
            guard let invoice = subscriptions[unknown.id] else { continue }
            var difference = unknown
            difference.subscription = invoice.subscription
            difference.metadata.merge(invoice.metadata) { $1 }
            walk.result.differences[index] = difference
            if try await isExplained(difference, by: invoice, &walk) { explained.insert(difference.id) }
        }
        walk.result.differences.removeAll { $0.kind == .unknownCharge && explained.contains($0.id) }
    }

    /// Handles an unknown charge that paid an invoice. If the invoice belongs to a known schedule, records
    /// the payment.
    ///
    /// - Returns: Whether the charge needs no decision by a person, because the books now contain it or
    ///   because the start of the invoice's schedule is still pending.
    private func isExplained(_ difference: Difference, by invoice: Invoice, _ walk: inout FullWalk)
        async throws -> Bool
    {
        let schedule = try await database.read { transaction in
            try transaction.schedule(subscription: invoice.subscription)
                ?? difference.metadata["schedule_id"].flatMap { try transaction.schedule($0) }
        }
        guard let schedule else { return false }
        if schedule.subscription == nil, try await isUnderWay(schedule.id, &walk) { return true }
        walk.result.unanswered += try await tolerating {
            try await refresh(invoice: invoice.id, of: schedule.id)
        }
        return try await database.read { try $0.payment(charge: difference.id) } != nil
    }
}

extension Timestamp {
    /// The earliest possible creation time of the invoice for a charge that was made at this time. An invoice
    /// is created about an hour before its first charge, and the processor may retry the charge for weeks.
    var earliestInvoice: Timestamp { adding(seconds: -45 * 86_400) }
}

// MARK: Objects that the processor lacks

/// The search for objects that are in the books but not at the processor.
extension PaymentDriver {
    func findMissing(_ walk: inout FullWalk) async throws {
        var cursor: String? = Identifiers.first("pay", at: walk.period.upperBound.adding(seconds: 1))
        let first = Identifiers.first("pay", at: walk.period.lowerBound)
        while let last = cursor {
            let page = try await database.read { try $0.payments(in: .succeeded, after: last, limit: 500) }
                .filter { $0.id >= first }
            cursor = page.last?.id
            for payment in page {
                guard let charge = payment.charge, !walk.charges.contains(charge) else { continue }
                // The charge may be just outside of the period.
                let found = try await finding {
                    try await processor.charge(charge)
                }
                guard found == nil else { continue }
                walk.result.differences.append(
                    Difference(
                        kind: .missingCharge, id: payment.id, amount: payment.total,
                        account: payment.form.payee, payment: payment.id, charge: charge,
                        created: payment.paidAt ?? payment.created))
            }
        }
        try await findMissingRefunds(&walk)
        for payout in try await database.read({ [period = walk.period] in try $0.payouts(in: period) })
        where !walk.payouts.contains(payout.id) {
            do {
                let found = try await finding { try await processor.payout(payout.id, of: payout.account) }
                if found != nil { continue }
            } catch let error as PaymentError where error.code == .processorRefused {}
            walk.result.differences.append(
                Difference(
                    kind: .missingPayout, id: payout.id, amount: payout.amount, account: payout.payee,
                    created: payout.created))
        }
    }

    private func findMissingRefunds(_ walk: inout FullWalk) async throws {
        var cursor: String? = Identifiers.first("ref", at: walk.period.upperBound.adding(seconds: 1))
        let first = Identifiers.first("ref", at: walk.period.lowerBound)
        while let last = cursor {
            let page = try await database.read { try $0.refunds(after: last, limit: 500) }.filter {
                $0.id >= first
            }
            cursor = page.last?.id
            for refund in page {
                guard let name = refund.processorRefund, !walk.refunds.contains(name) else { continue }
                let found = try await finding {
                    try await processor.refund(name)
                }
                guard found == nil, let payment = try await database.read({ try $0.payment(refund.payment) })
                else {
                    continue
                }
                walk.result.differences.append(
                    Difference(
                        kind: .missingRefund, id: refund.id,
                        amount: Money(refund.amountMinor, payment.total.currency),
                        account: payment.form.payee, payment: payment.id, created: refund.created))
            }
        }
    }
}
