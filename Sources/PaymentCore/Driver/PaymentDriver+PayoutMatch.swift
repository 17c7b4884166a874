import DatabaseKit
import MoneyKit
import Processor
public import TimeKit

/// What a payout is made of, so that it can be held against the bank's statement.
public struct PayoutMatch: Hashable, Sendable {
    /// One change of the payee's balance that the payout took along.
    public struct Line: Hashable, Sendable {
        /// `txn_…`
        public var id: String
        /// What the processor calls it: `payment`, `payment_refund`, `application_fee_refund`, `payout_failure`, …
        public var kind: String
        /// Before the fee, in minor units; negative where money left.
        public var amountMinor: Int64
        /// The application fee, in minor units.
        public var feeMinor: Int64
        /// What is left of it, in minor units.
        public var netMinor: Int64
        /// The processor's noun that made it.
        public var source: String?
        /// What it is about, by the books; empty where that cannot be told.
        public var parts: [PayoutPart]
        /// When it was made.
        public var created: Timestamp
    }

    /// The payout.
    public var payout: PayeePayout
    /// In the order in which they were made.
    public var lines: [Line]

    /// What the lines come to beyond the payout, in minor units; 0 when it matches.
    public var differenceMinor: Int64 { lines.reduce(0) { $0 + $1.netMinor } - payout.amount.minorUnits }
}

extension PaymentDriver {
    /// The changes of a payee's balance that had become available before a payout and after the one before it.
    ///
    /// A payout of ``payOut(to:)`` takes all that is available, so that these are exactly its parts. A payout of a
    /// part, made elsewhere, shows as a difference.
    ///
    /// - Throws: ``PaymentError``: `notFound`, or what the processor does not answer.
    public func match(payout id: String) async throws -> PayoutMatch {
        guard let payout = try await database.read({ try $0.payout(id) }) else {
            throw PaymentError(.notFound, "payout \(id.prefix(40))")
        }
        let earlier = try await payoutBefore(payout)
        var lines: [PayoutMatch.Line] = []
        let transactions = try await transactions(of: payout, behind: earlier)
        let collected = try await debts(of: payout)
        for (index, booked) in transactions.enumerated() {
            var parts = try await parts(of: booked, payee: payout.payee, collected: collected)
            if booked.kind == .applicationFeeRefund, parts.isEmpty, index > 0,
                let refund = lines.last?.parts.first,
                refund.kind == .refund, lines[index - 1].created == booked.created
            {
                // A refund of a fee stands right behind the refund that it belongs to.
                parts = [PayoutPart(.feeReturned, of: refund.payment, booked.amount)]
            }
            if booked.kind == .applicationFeeRefund, parts.isEmpty,
                let payment = try await payment(ofReturnedFee: booked, of: payout.payee)
            {
                parts = [PayoutPart(.feeReturned, of: payment, booked.amount)]
            }
            lines.append(
                PayoutMatch.Line(
                    id: booked.id, kind: booked.kind.rawValue, amountMinor: booked.amount,
                    feeMinor: booked.fee, netMinor: booked.net, source: booked.source, parts: parts,
                    created: booked.created))
        }
        return PayoutMatch(payout: payout, lines: lines)
    }

    /// The payee's payout of the same currency before this one.
    private func payoutBefore(_ payout: PayeePayout) async throws -> Payout? {
        var query = ListQuery(startingAfter: payout.id)
        while true {
            let page = try await reading { [query] () throws(ProcessorError) in
                try await processor.payouts(of: payout.account, query)
            }
            if let found = page.data.first(where: { $0.currency == payout.amount.currency }) { return found }
            guard page.hasMore, let last = page.data.last else { return nil }
            query.startingAfter = last.id
        }
    }

    /// Oldest first. What was made long before the earlier payout was available by then.
    private func transactions(of payout: PayeePayout, behind earlier: Payout?) async throws
        -> [BalanceTransaction]
    {
        let found = try await reading { () throws(ProcessorError) in
            try await processor.payout(payout.id, of: payout.account)
        }
        let longestSettlement: Int64 = 30 * 86_400
        let first = earlier?.created.adding(seconds: -longestSettlement) ?? .earliest
        var query = ListQuery(
            startingAfter: found.balanceTransaction, created: first...max(first, payout.created))
        var wanted: [BalanceTransaction] = []
        // Newest first: what stands behind the earlier payout's own entry was made before it.
        var isBehindEarlier = false
        while true {
            let page = try await reading { [query] () throws(ProcessorError) in
                try await processor.balanceTransactions(of: payout.account, query)
            }
            for booked in page.data {
                if let own = earlier?.balanceTransaction, booked.id == own {
                    isBehindEarlier = true
                    continue
                }
                let wasTaken = isBehindEarlier && booked.availableOn <= (earlier?.created ?? .earliest)
                if booked.currency == payout.amount.currency, booked.availableOn <= payout.created, !wasTaken
                {
                    wanted.append(booked)
                }
            }
            guard page.hasMore, let last = page.data.last else { break }
            query.startingAfter = last.id
        }
        return wanted.reversed()
    }
}
