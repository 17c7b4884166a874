import DatabaseKit
import MoneyKit
import Processor
public import TimeKit

extension PaymentDriver {
    /// Pays out a payee's available balance to the payee's bank, after collecting the payee's debts.
    ///
    /// - Returns: The new payouts, at most one for each currency. The list is empty if nothing is available.
    /// - Throws: ``PaymentError`` with code `outcomeUnknown` if the processor does not respond, or if nothing
    ///   new was paid out while an earlier payout is pending (see ``finishLeftCalls(olderThan:progress:)``);
    ///   or `processorRefused`.
    public func payOut(to payee: String) async throws -> [PayeePayout] {
        try await collect(from: payee)
        let earlier = try await database.read { try $0.payouts(ofPayee: payee, after: nil, limit: 1) }.first
        let held = try await reading { try await processor.balances(of: payee) }
        for balance in held where balance.available > 0 {
            let call = try await database.write { transaction -> ProcessorCall? in
                guard try !transaction.isPayingOut(to: payee, in: balance.currency) else { return nil }
                return try open(
                    .payout(account: payee, amount: balance.available, currency: balance.currency),
                    for: .payout(payee), in: transaction)
            }
            if let call { try await executeOrThrow(call) }
        }
        let (newest, isPending) = try await database.read { transaction in
            (
                try transaction.payouts(ofPayee: payee, after: nil, limit: held.count),
                try transaction.isPayingOut(to: payee)
            )
        }
        let made = Array(newest.prefix { $0.id != earlier?.id })
        // If only its response was lost, the pending payout has already emptied the balance.
        guard !made.isEmpty || !isPending else {
            throw PaymentError(.outcomeUnknown, "the processor has not confirmed an earlier payout yet")
        }
        return made
    }

    func bookPayout(_ answer: CallResponse, of payee: String, in transaction: Transaction) throws {
        switch answer {
        case .payout(let found): try book(found, payee: payee, in: transaction)
        case .refused: break
        default:
            throw PaymentError(.wrongState, "the processor's response does not match the payout request")
        }
    }

    /// Fetches a payout from the processor, and records its status.
    public func refresh(payout id: String, of payee: String) async throws {
        let account = payee == PayeePayout.platform ? nil : payee
        let found = try await reading {
            try await processor.payout(id, of: account)
        }
        try await database.write { transaction in try book(found, payee: payee, in: transaction) }
    }

    private func book(_ found: Payout, payee: String, in transaction: Transaction) throws {
        let payout = PayeePayout(
            id: found.id, payee: payee, amount: Money(found.amount, found.currency),
            state: PayeePayout.State(found.status), created: found.created, arrival: found.arrivalDate,
            failure: found.failureCode)
        try post(.payout(payout), in: transaction)
        switch payout.state {
        case .pending, .inTransit: break
        case .paid: try post(.payoutPaid(payout), in: transaction)
        case .failed, .canceled:
            let wasPaid = try transaction.isPosted(.payoutPaid, payout.id)
            try post(.payoutFailed(payout, wasPaid: wasPaid), in: transaction)
        }
        try transaction.save(payout)
    }
}

extension PayeePayout.State {
    init(_ status: Payout.Status) {
        switch status {
        case .pending: self = .pending
        case .inTransit: self = .inTransit
        case .paid: self = .paid
        case .failed: self = .failed
        case .canceled: self = .canceled
        }
    }
}

// MARK: The payout of a payment

extension PaymentDriver {
    /// Returns the payout that sent a payment's money to the payee's bank. Returns nil if the payment does
    /// not exist, if the payment's charge did not transfer money to the payee, or if the money has not been
    /// paid out yet.
    ///
    /// Each payout made with ``payOut(to:)`` includes all available money. The result is therefore the first
    /// payout after the payment's money became available.
    public func payout(ofPayment id: String) async throws -> PayeePayout? {
        guard let payment = try await database.read({ try $0.payment(id) }), let name = payment.charge else {
            return nil
        }
        let charge = try await reading { try await processor.charge(name) }
        guard let sent = charge.transfer else { return nil }
        let transfer = try await reading { try await processor.transfer(sent) }
        guard let arrived = transfer.destinationPayment else { return nil }
        let received = try await reading {
            try await processor.charge(arrived, of: payment.payee)
        }
        guard let booking = received.balanceTransaction else { return nil }
        let booked = try await reading {
            try await processor.balanceTransaction(booking, of: payment.payee)
        }
        let payouts = try await database.read {
            try $0.payouts(ofPayee: payment.payee, since: booked.availableOn, limit: 20)
        }
        for payout in payouts where payout.amount.currency == booked.currency {
            // Times within the same second do not show which object was created first, but the payout's lines do.
            if booked.created < payout.created { return payout }
            if try await match(payout: payout.id).lines.contains(where: { $0.id == booked.id }) {
                return payout
            }
        }
        return nil
    }
}

// MARK: The parts of a payout

/// Functions that explain the changes to a payee's balance. The processor reports the object that caused each
/// change, and the books contain the reason.
extension PaymentDriver {
    /// Returns the causes of a change to a payee's balance, with the amount of each. The list is empty if the
    /// books do not explain the change.
    ///
    /// - Parameters:
    ///   - booked: The balance transaction that records the change at the processor.
    ///   - payee: The payee's account.
    ///   - collected: The debts that were collected from the payee, keyed by the id of the transfer reversal
    ///     that collected them.
    func parts(
        of booked: BalanceTransaction, payee: String, collected: [String: [PayoutPart]]
    ) async throws -> [PayoutPart] {
        guard let source = booked.source else { return [] }
        switch booked.kind {
        case .payment:
            if let payment = try await payment(receivedAs: source, by: payee) {
                return [PayoutPart(.payment, of: payment, booked.amount)]
            }
            let transfer = try await transfer(receivedAs: source, by: payee)
            guard let posting = try await posting(.transfer, transfer?.id), posting.moves(.outside(payee))
            else {
                return []
            }
            return [PayoutPart(.sent, of: posting.payment, booked.amount)]
        case .paymentRefund:
            guard let refund = try await refund(seenAs: source, by: payee),
                let reversal = refund.sourceTransferReversal
            else { return [] }
            let posting = try await posting(.transferReversal, reversal)
            if let posting, posting.moves(.outside(payee)) {
                let paid = collected[reversal] ?? []
                let rest = booked.amount - paid.reduce(0) { $0 + $1.amountMinor }
                return paid + [PayoutPart(.takenBack, of: posting.payment, rest)]
            }
            if let parts = collected[reversal] { return parts }
            guard let payment = try await payment(receivedAs: refund.charge, by: payee) else { return [] }
            return [PayoutPart(.refund, of: payment, booked.amount)]
        case .applicationFeeRefund:
            guard let posting = try await posting(.feeReturned, source) else { return [] }
            return [PayoutPart(.feeReturned, of: posting.payment, booked.amount)]
        case .payoutFailure, .payoutCancel: return [PayoutPart(.payoutReturned, of: nil, booked.amount)]
        default: return []
        }
    }

    /// Returns the debts that were collected from a payout's payee, keyed by the id of the transfer reversal
    /// that collected them.
    func debts(of payout: PayeePayout) async throws -> [String: [PayoutPart]] {
        let payee = payout.payee
        let postings = try await database.read { transaction in
            var all: [BookedPosting] = []
            while case let page = try transaction.debts(
                ofPayee: payee, after: all.last?.number ?? 0, limit: 500),
                !page.isEmpty
            {
                all += page
            }
            return all
        }
        return PayoutPart.collected(by: postings, from: payee, in: payout.amount.currency)
    }

    /// Fetches a refund by the id that it has in a connected account. Returns nil if the processor refuses
    /// the request, for example because the account has no such refund.
    private func refund(seenAs id: String, by payee: String) async throws -> Refund? {
        do {
            return try await reading {
                try await processor.refund(id, of: payee)
            }
        } catch let error as PaymentError where error.code == .processorRefused {
            return nil
        }
    }

    /// Returns the id of the payment that a charge in a connected account belongs to, or nil if the payment
    /// is unknown.
    ///
    /// A charge in a connected account represents a transfer. The transfer contains the id of the original
    /// charge, which identifies the payment.
    private func payment(receivedAs id: String, by payee: String) async throws -> String? {
        guard let charge = try await transfer(receivedAs: id, by: payee)?.sourceTransaction else {
            return nil
        }
        return try await database.read { try $0.payment(charge: charge)?.id }
    }

    /// Returns the transfer that a charge in a connected account represents. Returns nil if the charge does
    /// not represent a transfer.
    private func transfer(receivedAs id: String, by payee: String) async throws -> Transfer? {
        let received = try await reading {
            try await processor.charge(id, of: payee)
        }
        guard let name = received.sourceTransfer else { return nil }
        return try await reading { try await processor.transfer(name) }
    }

    /// Finds the payment whose refund returned an application fee to a payee, but took nothing from the
    /// payee's account.
    ///
    /// Checks the payee's payments for which this program requested a refund around the time when the fee was
    /// returned. The books may have recorded the refund up to 30 days after that time.
    func payment(ofReturnedFee booked: BalanceTransaction, of payee: String) async throws -> String? {
        let period = booked.created.adding(seconds: -3600)..<booked.created.adding(seconds: 30 * 86_400)
        let requested = booked.created.adding(seconds: -keyLife - 3600)...booked.created.adding(seconds: 3600)
        let refunded = try await database.read { transaction in
            var found: [Payment] = []
            var last: Int64 = 0
            while case let page = try transaction.postings(
                ofPayee: payee, in: period, after: last, limit: 500),
                let newest = page.last
            {
                last = newest.number
                found += try page.filter { $0.posting.kind == .refund }.compactMap { booked in
                    guard let refund = try transaction.refund(booked.posting.reference),
                        requested.contains(refund.created)
                    else { return nil }
                    return try transaction.payment(refund.payment)
                }
            }
            return found
        }
        for payment in Set(refunded) {
            guard let name = payment.charge else { continue }
            let charge = try await reading { try await processor.charge(name) }
            guard let fee = charge.applicationFee else { continue }
            let found = try await reading {
                try await processor.applicationFee(fee)
            }
            if found.returns.contains(where: { $0.id == booked.source }) { return payment.id }
        }
        return nil
    }

    private func posting(_ kind: Posting.Kind, _ reference: String?) async throws -> Posting? {
        guard let reference else { return nil }
        return try await database.read { try $0.posting(kind, reference)?.posting }
    }
}

extension Posting {
    fileprivate func moves(_ account: LedgerAccount) -> Bool { entries.contains { $0.account == account } }
}

// MARK: Comparing a payout with the bank's statement

/// The contents of a payout, for comparison with a bank statement.
public struct PayoutMatch: Hashable, Sendable {
    /// A change to the payee's balance that is part of the payout.
    public struct Line: Hashable, Sendable {
        /// The id, `txn_…`.
        public var id: String
        /// The processor's name for the kind of change, such as `payment`, `payment_refund`,
        /// `application_fee_refund` or `payout_failure`.
        public var kind: String
        /// The amount before the fee, in minor units. It is negative for money that left the account.
        public var amountMinor: Int64
        /// The application fee, in minor units.
        public var feeMinor: Int64
        /// The amount after the fee, in minor units.
        public var netMinor: Int64
        /// The id of the processor's object that caused the change, or nil.
        public var source: String?
        /// The parts of the change according to the books, or an empty list if the books do not explain it.
        public var parts: [PayoutPart]
        /// The time at which the processor recorded the change.
        public var created: Timestamp
    }

    /// The payout to compare with the bank statement.
    public var payout: PayeePayout
    /// The changes to the payee's balance, oldest first.
    public var lines: [Line]

    /// The sum of the lines minus the payout, in minor units. It is 0 if the payout consists of exactly these
    /// lines.
    public var differenceMinor: Int64 { lines.reduce(0) { $0 + $1.netMinor } - payout.amount.minorUnits }
}

extension PaymentDriver {
    /// Returns a payout with the changes to the payee's balance that became available between the previous
    /// payout and this one.
    ///
    /// A payout by ``payOut(to:)`` includes all available money, so these changes are exactly its contents.
    /// If someone made a partial payout at the processor, ``PayoutMatch/differenceMinor`` is not 0.
    ///
    /// - Throws: ``PaymentError`` with code `notFound` if the books do not contain the payout;
    ///   `outcomeUnknown` if the processor does not respond; or `processorRefused`.
    public func match(payout id: String) async throws -> PayoutMatch {
        guard let payout = try await database.read({ try $0.payout(id) }) else {
            throw PaymentError(.notFound, "there is no payout \(id.prefix(40))")
        }
        let earlier = try await payoutBefore(payout)
        var lines: [PayoutMatch.Line] = []
        let transactions = try await transactions(of: payout, after: earlier)
        let collected = try await debts(of: payout)
        for (index, booked) in transactions.enumerated() {
            var parts = try await parts(of: booked, payee: payout.payee, collected: collected)
            if booked.kind == .applicationFeeRefund, parts.isEmpty, index > 0,
                let refund = lines.last?.parts.first,
                refund.kind == .refund, lines[index - 1].created == booked.created
            {
                // A refund of a fee directly follows the refund that it belongs to.
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

    /// Returns the payee's previous payout in the same currency, or nil if no earlier payout exists.
    private func payoutBefore(_ payout: PayeePayout) async throws -> Payout? {
        var found: Payout?
        try await walk(from: ListQuery(startingAfter: payout.id)) { query in
            try await processor.payouts(of: payout.account, query)
        } page: {
            found = $0.first { $0.currency == payout.amount.currency }
            return found == nil
        }
        return found
    }

    /// Returns the balance changes that a payout includes, oldest first. Does not read changes that are more
    /// than 30 days older than the `earlier` payout, because that payout already included them.
    private func transactions(of payout: PayeePayout, after earlier: Payout?) async throws
        -> [BalanceTransaction]
    {
        let found = try await reading {
            try await processor.payout(payout.id, of: payout.account)
        }
        let longestSettlement: Int64 = 30 * 86_400
        let first = earlier?.created.adding(seconds: -longestSettlement) ?? .earliest
        var query = ListQuery(
            startingAfter: found.balanceTransaction, created: first...max(first, payout.created))
        var wanted: [BalanceTransaction] = []
        // The list is newest first, so everything after the earlier payout's own entry is older than that payout.
        var isAfterEarlier = false
        while true {
            let page = try await reading { [query] in
                try await processor.balanceTransactions(of: payout.account, query)
            }
            for booked in page.data {
                if let own = earlier?.balanceTransaction, booked.id == own {
                    isAfterEarlier = true
                    continue
                }
                let wasTaken = isAfterEarlier && booked.availableOn <= (earlier?.created ?? .earliest)
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
