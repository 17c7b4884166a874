import DatabaseKit
import Processor
import TimeKit

/// What the processor knows about the unknown charges of a full reconciliation: their customers and
/// subscriptions.
extension PaymentDriver {
    /// Finds the customers of unknown charges that are not assigned to a customer yet.
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
            query async throws(ProcessorError) in
            try await processor.customers(email: nil, query)
        } page: { page in
            for customer in page {
                if let payment = customer.metadata[CustomerMetadata.payment] {
                    customers[payment] = customer.id
                }
            }
        }
        for index in walk.result.differences.indices
        where walk.result.differences[index].kind == .unknownCharge
            && walk.result.differences[index].customer == nil
        {
            let payment = CustomerMetadata.payment(ofCharge: walk.result.differences[index].metadata)
            walk.result.differences[index].customer = payment.flatMap { customers[$0] }
        }
    }

    /// Finds the subscriptions of unknown charges through their invoices.
    func findSubscriptions(of walk: inout FullWalk) async throws {
        let wanted = walk.result.differences.filter {
            $0.kind == .unknownCharge && $0.metadata["payment_id"] == nil && $0.customer != nil
        }
        guard let oldest = wanted.map(\.created).min() else { return }
        var subscriptions: [String: Invoice] = [:]
        try await walkAll(in: oldest.earliestInvoice...max(oldest, walk.period.upperBound)) {
            query async throws(ProcessorError) in
            try await processor.invoices(ofSubscription: nil, query)
        } page: { page in
            for invoice in page where !invoice.subscription.isEmpty {
                if let charge = invoice.charge { subscriptions[charge] = invoice }
            }
        }
        var explained: Set<String> = []
        for index in walk.result.differences.indices {
            guard walk.result.differences[index].kind == .unknownCharge,
                let invoice = subscriptions[walk.result.differences[index].id]
            else { continue }
            walk.result.differences[index].subscription = invoice.subscription
            walk.result.differences[index].metadata.merge(invoice.metadata) { $1 }
            let difference = walk.result.differences[index]
            if try await isExplained(difference, by: invoice, &walk) { explained.insert(difference.id) }
        }
        walk.result.differences.removeAll { $0.kind == .unknownCharge && explained.contains($0.id) }
    }

    /// Whether an invoice's charge belongs to a schedule in the books whose start is still pending, or to a
    /// late-paid invoice that can be booked now.
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
    /// The earliest creation time of an invoice that a charge at this time may have paid. An invoice is
    /// created about an hour before its first charge, and may be retried for weeks.
    var earliestInvoice: Timestamp { adding(seconds: -45 * 86_400) }
}
