import DatabaseKit
import MoneyKit
import Processor
public import TimeKit

/// Full reconciliation: compares everything that the processor has for a period with the books, and the
/// reverse.
extension PaymentDriver {
    /// Compares the books with the processor's charges, refunds, transfers and payouts.
    ///
    /// Reconcile first, because payments that are not final may differ. Unknown payouts, and unknown refunds
    /// of known payments, are booked. Everything else that only the processor has is listed but not booked: a
    /// person adopts or dismisses it.
    ///
    /// - Parameters:
    ///   - since: The start of the period, or nil for no limit.
    ///   - until: The end of the period.
    ///   - progress: Called with the number of processor objects compared so far.
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
        try await walkAll(in: period) { query async throws(ProcessorError) in
            try await processor.transfers(to: nil, query)
        } page: { page in
            try await compare(transfers: page, &walk)
            progress(walk.seen)
        }
        for payee in try await database.read({ try $0.payees() }) + [PayeePayout.platform] {
            try await comparePayouts(of: payee, &walk)
            progress(walk.seen)
        }
        try await lookForMissing(&walk)
        try await findSubscriptions(of: &walk)
        try await findCustomers(of: &walk)
        walk.result.differences.sort { ($0.created, $0.id) < ($1.created, $1.id) }
        return walk.result
    }
}

/// The processor's objects seen so far by a comparison.
struct FullWalk {
    let period: ClosedRange<Timestamp>
    var result = FullComparison()
    var charges: Set<String> = []
    var refunds: Set<String> = []
    var payouts: Set<String> = []
    /// Charges that are not in the books, including dismissed ones.
    var unknown: Set<String> = []
    /// Charges of payments whose own call is still pending.
    var underWay: Set<String> = []

    init(period: ClosedRange<Timestamp>) { self.period = period }

    /// Whether a charge's refunds and transfer are not reported, because the charge itself is unknown or
    /// pending.
    func isSetAside(_ charge: String) -> Bool { unknown.contains(charge) || underWay.contains(charge) }

    var seen: Int { result.charges + result.refunds + result.transfers + result.payouts }
}
