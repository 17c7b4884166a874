import DatabaseKit
import MoneyKit
import Processor
import TimeKit

/// Money returned from a payment, either by a refund that this program requested or by an action at the
/// processor.
extension PaymentDriver {
    /// Fetches everything that was returned from a payment, and records the changes: refunds, transfer
    /// reversals and returned application fees. If anything changed, also collects the payee's debts.
    ///
    /// This program's pending calls are finished first, so that their refunds are recognized. If the payment
    /// changes in the meantime, everything is fetched again, up to five times.
    public func refresh(returnsOf id: String) async throws {
        for _ in 1...5 {
            try await finishCalls(about: id)
            for refund in try await database.read({ try $0.refunds(ofPayment: id) }) where refund.isOnItsWay {
                try await finishCalls(about: refund.id)
            }
            let known = try await database.read { try $0.returns(ofPayment: id) }
            guard let known, known.payment.state == .succeeded,
                let found = try await returns(of: known.payment)
            else { return }
            guard let isNew = try await database.write({ try book(found, replacing: known, in: $0) }) else {
                continue
            }
            if isNew, let payee = known.payment.form.payee { try await collectSoon(from: payee) }
            return
        }
    }

    /// Fetches a payment's charge. If the charge shows returned money or a dispute that the books do not
    /// contain, also fetches and records the refunds and disputes. If it does not, no other request is sent.
    /// If the processor does not respond or refuses a request, the error is ignored.
    public func noticeReturns(of id: String) async throws {
        _ = try await tolerating {
            guard let payment = try await database.read({ try $0.payment(id) }), payment.state == .succeeded,
                let name = payment.charge
            else { return }
            let charge = try await reading { try await processor.charge(name) }
            // These refunds were made elsewhere and not by the caller of this function.
            try await ChangeRecord.pausing { try await notice(charge, of: payment) }
        }
    }

    /// Fetches and records a charge's refunds and disputes if the books lack some of them, for example
    /// because no event has reported them.
    func notice(_ charge: Charge, of payment: Payment) async throws {
        if charge.amountRefunded > payment.refundedMinor { try await refresh(returnsOf: payment.id) }
        guard charge.disputed, try await database.read({ try $0.disputes(ofPayment: payment.id).isEmpty })
        else {
            return
        }
        for dispute in try await list(since: payment.created, processor.disputes)
        where dispute.charge == charge.id {
            try await refresh(dispute: dispute.id)
        }
    }

    /// Returns the refunds and reversals of a payment, as reported by the processor. Returns nil if the
    /// payment has no charge, or if the processor does not have the charge.
    private func returns(of payment: Payment) async throws -> FoundReturns? {
        guard let name = payment.charge, let intent = payment.intent,
            let charge = try await finding({ try await processor.charge(name) }),
            let refunds = try await finding({
                try await processor.refunds(ofIntent: intent)
            })
        else { return nil }
        // A successful refund without a balance transaction released a part that was not captured.
        var found = FoundReturns(
            refunds: try all(of: refunds).filter {
                $0.charge == name && ($0.status != .succeeded || $0.balanceTransaction != nil)
            })
        guard payment.form.isReversedByProcessor else { return found }
        if let fee = charge.applicationFee {
            found.fee = try await reading {
                try await processor.applicationFee(fee)
            }
        }
        if let transfer = charge.transfer {
            found.transfer = transfer
            found.reversals = try all(
                of: await reading {
                    try await processor.reversals(ofTransfer: transfer)
                })
        }
        return found
    }

    /// Returns an item that satisfies `isMeant`, or nil. The list is expected to fit on one page.
    ///
    /// - Throws: ``PaymentError`` with code `processorRefused` if no item on the first page satisfies
    ///   `isMeant` and the list has more pages.
    func only<Object>(in page: ListPage<Object>, where isMeant: (Object) -> Bool) throws(PaymentError)
        -> Object?
    {
        if let found = page.data.first(where: isMeant) { return found }
        return try all(of: page).first(where: isMeant)
    }

    /// Returns all items of a list that is expected to fit on one page of 100.
    ///
    /// - Throws: ``PaymentError`` with code `processorRefused` if the list has more pages, because items on
    ///   those pages must not be treated as missing.
    func all<Object>(of page: ListPage<Object>) throws(PaymentError) -> [Object] {
        guard !page.hasMore else {
            throw PaymentError(
                .processorRefused,
                "this payment has more than \(page.data.count) refunds or reversals, too many to read",
                remedy: "look up the refunds and reversals at the processor")
        }
        return page.data
    }

    /// Records the refunds, transfer reversals and returned fees that were found at the processor.
    ///
    /// - Returns: Whether the payment was updated. Nil if another process has changed the payment since it
    ///   was read.
    private func book(_ found: FoundReturns, replacing known: KnownReturns, in transaction: Transaction)
        throws
        -> Bool?
    {
        guard try transaction.returns(ofPayment: known.payment.id) == known else { return nil }
        var payment = known.payment
        payment.transfer = found.transfer ?? payment.transfer
        for refund in found.refunds.reversed() {
            try book(refund, of: &payment, known.refunds, in: transaction)
        }
        try bookReversals(found, of: &payment, in: transaction)
        if let fee = found.fee { try book(fee, of: &payment, beside: found.refunds, in: transaction) }
        if let payee = payment.form.payee {
            try explain(of: payee, in: payment.total.currency, in: transaction)
        }
        guard payment != known.payment else { return false }
        try keep(payment, in: transaction)
        return true
    }

    /// Records a refund's state at the processor. If the refund is missing from the books, adds it as a
    /// refund that was made at the processor.
    private func book(
        _ found: Refund, of payment: inout Payment, _ known: [PaymentRefund], in transaction: Transaction
    ) throws {
        let state = PaymentRefund.State(found.status)
        if let mine = known.first(where: { $0.processorRefund == found.id }) {
            if mine.state != state {
                try apply(found, as: mine, of: &payment, feeGoesBack: false, in: transaction)
            }
        } else if let mine = known.first(where: {
            $0.processorRefund == nil && $0.id == found.metadata["refund_id"]
        }) {
            // The returned part of the fee is booked below.
            try apply(found, as: mine, of: &payment, feeGoesBack: false, in: transaction)
        } else {
            var refund = PaymentRefund(
                id: ids.make("ref"), payment: payment.id, amountMinor: found.amount,
                reason: found.reason?.rawValue, state: .pending, created: found.created)
            refund.isOutside = true
            try apply(found, as: refund, of: &payment, feeGoesBack: false, in: transaction)
        }
    }

    /// Records the reversals of a destination charge's transfer, except those that belong to a refund.
    private func bookReversals(_ found: FoundReturns, of payment: inout Payment, in transaction: Transaction)
        throws
    {
        let withRefunds = Set(found.refunds.compactMap(\.transferReversal))
        let isCollecting = try transaction.isCollecting(from: payment.payee)
        for reversal in found.reversals.reversed() where !withRefunds.contains(reversal.id) {
            // The response to the pending collection call will be booked later.
            if reversal.metadata["collection_id"] != nil, isCollecting { continue }
            let amount = Money(reversal.amount, reversal.currency)
            let owed = try transaction.balance(of: .receivable(payment.payee), in: reversal.currency)
            let isNew = try post(
                .takenBack(
                    amount, from: payment.payee, owedMinor: owed, payment: payment.id, reference: reversal.id),
                in: transaction)
            if isNew { payment.collectedMinor += reversal.amount }
        }
    }

    /// Records the part of the application fee that was returned separately from refunds: the total that was
    /// returned at the processor, minus the total that is already recorded.
    private func book(
        _ fee: ApplicationFee, of payment: inout Payment, beside refunds: [Refund],
        in transaction: Transaction
    ) throws {
        let more = fee.amountRefunded - payment.feeReturnedMinor
        guard more != 0 else { return }
        var left = more
        // If possible, each part is booked separately, so that it can be matched on a payout. A part that was created
        // in the same second as one of this program's refunds most likely belongs to that refund and was booked with
        // it.
        let ours = Set(refunds.filter { $0.metadata["refund_id"] != nil }.map(\.created))
        let parts = fee.returns.filter { $0.amount > 0 }
        for part in parts.filter({ !ours.contains($0.created) }) + parts.filter({ ours.contains($0.created) })
        where part.amount <= left {
            let posting = try Posting.feeReturned(part.amount, of: payment, reference: part.id)
            if try post(posting, in: transaction) { left -= part.amount }
        }
        if left != 0 {
            try post(.feeReturned(left, of: payment, reference: ids.make("fee")), in: transaction)
        }
        payment.feeReturnedMinor += more
    }

    /// Settles a debt between the platform and a payee with money that was moved between them at the
    /// processor and not by this program.
    private func explain(of payee: String, in currency: Currency, in transaction: Transaction) throws {
        let owed = try transaction.balance(of: .receivable(payee), in: currency)
        let outside = try transaction.balance(of: .outside(payee), in: currency)
        guard owed.signum() * outside.signum() < 0 else { return }
        let minor = min(abs(owed), abs(outside)) * owed.signum()
        try post(.explained(minor, of: payee, in: currency, reference: ids.make("off")), in: transaction)
    }

    /// Fetches a transfer and its reversals, and records both. Use this function for a transfer that this
    /// program has not recorded as the result of a call.
    func refresh(transfer id: String) async throws {
        let found = try await reading { try await processor.transfer(id) }
        let reversals =
            found.amountReversed == 0
            ? []
            : try all(
                of: await reading {
                    try await processor.reversals(ofTransfer: id)
                })
        // The responses to pending releases are booked first, because one of these releases may have made this
        // transfer.
        for release in try await database.read({ try $0.releasesUnderWay(besideTransfer: found) }) {
            try await finishCalls(about: release.id)
        }
        // The same applies to a pending collection, which may have made one of the reversals.
        if reversals.contains(where: { $0.metadata["collection_id"] != nil }) {
            try await finishCalls(about: "collection:\(found.destination)")
        }
        try await database.write { transaction in
            let payee = found.destination
            guard try transaction.payee(payee) != nil else { return }
            if let release = try heldRelease(madeBy: found, reversals, in: transaction) {
                try book(found, as: release, in: transaction)
                try book(reversals, of: release.id, in: transaction)
                // The payee may have paid with a reversal of another transfer that was booked earlier.
                return try explain(of: payee, in: found.currency, in: transaction)
            }
            // The response to the call that made the transfer will be booked later.
            if found.metadata["repayment_id"] != nil, try transaction.isRepaying(payee) { return }
            let payment = try found.sourceTransaction.flatMap { try transaction.payment(charge: $0)?.id }
            try post(
                .sent(
                    Money(found.amount, found.currency), to: payee, payment: payment, reference: found.id),
                in: transaction)
            for reversal in reversals.reversed() {
                let owed = try transaction.balance(of: .receivable(payee), in: found.currency)
                try post(
                    .takenBack(
                        Money(reversal.amount, found.currency), from: payee, owedMinor: owed,
                        payment: payment, reference: reversal.id), in: transaction)
            }
            try explain(of: payee, in: found.currency, in: transaction)
        }
    }
}

/// A payment and its refunds as they were read from the database. They are compared later to detect a
/// concurrent change.
private struct KnownReturns: Equatable {
    var payment: Payment
    /// The refunds, oldest first.
    var refunds: [PaymentRefund]
    /// The ids of pending calls for refunds.
    var calls: [String]
}

/// A payment's refunds and transfer reversals as the processor reports them.
private struct FoundReturns {
    /// The refunds, newest first.
    var refunds: [Refund]
    var fee: ApplicationFee?
    var transfer: String?
    /// The transfer reversals, newest first.
    var reversals: [TransferReversal] = []
}

extension Transaction {
    fileprivate func returns(ofPayment id: String) throws -> KnownReturns? {
        guard let payment = try payment(id) else { return nil }
        let refunds = try refunds(ofPayment: id)
        let calls = try refunds.filter(\.isOnItsWay).flatMap { try self.calls(about: $0.id).map(\.id) }
        return KnownReturns(payment: payment, refunds: refunds, calls: calls)
    }
}
