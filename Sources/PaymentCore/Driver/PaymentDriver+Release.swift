public import DatabaseKit
import MoneyKit
import Processor
import TimeKit

/// Releases of all or part of a payment's held money to the payee.
extension PaymentDriver {
    /// Creates a release of all or part of a payment's held money, and stores the call that transfers the
    /// money. ``executeOrThrow(_:)`` sends the call.
    ///
    /// - Parameters:
    ///   - id: The payment's id.
    ///   - amountMinor: The amount in minor units, or nil to release everything that is held.
    ///   - metadata: Additional metadata for the transfer at the processor.
    ///   - transaction: The transaction that stores the release and its call.
    /// - Throws: ``PaymentError`` with code `notFound` if there is no such payment; `wrongState` if the
    ///   payment is unpaid, disputed or not held; `releaseTooLarge` if the amount is not positive or exceeds
    ///   the held money.
    public func beginRelease(
        of id: String, amountMinor: Int64? = nil, metadata: [String: String] = [:],
        in transaction: Transaction
    ) throws -> (PaymentRelease, ProcessorCall) {
        var payment = try transaction.existingPayment(id)
        guard case .held(let payee) = payment.form else {
            throw PaymentError(.wrongState, "no part of the payment is held")
        }
        guard payment.state == .succeeded, let charge = payment.charge else {
            throw PaymentError(
                .wrongState, "only a successful payment can be released; this one \(payment.state.clause)")
        }
        guard !payment.isDisputed else {
            throw PaymentError(.wrongState, "the payment is disputed")
        }
        let left = try freeMinor(of: payment, in: transaction)
        guard left > 0 else { throw PaymentError(.releaseTooLarge, "no money is left to release") }
        let amount = amountMinor ?? left
        guard amount > 0, amount <= left else {
            throw PaymentError(
                .releaseTooLarge,
                "the amount must be positive and cannot exceed "
                    + "\(Money(left, payment.total.currency).plainText), the amount left to release"
            )
        }
        let release = PaymentRelease(
            id: ids.make("rel"), payment: id, payee: payee, amount: Money(amount, payment.total.currency),
            state: .transferring, created: clock.now())
        try transaction.save(release)
        try settle(&payment, in: transaction)
        try transaction.save(payment)
        let request = request(for: release, from: charge, metadata)
        return (release, try open(request, for: .release(release.id), in: transaction))
    }

    /// Creates and stores the call that reverses all or part of a release. The money returns from the payee
    /// and is held again.
    ///
    /// - Parameters:
    ///   - id: The release's id.
    ///   - amountMinor: The amount in minor units, or nil to reverse the whole remaining amount of the
    ///     release.
    ///   - transaction: The transaction that stores the call.
    /// - Throws: ``PaymentError`` with code `notFound` if there is no such release; `releaseTooLarge` if the
    ///   amount is not positive or exceeds the remaining amount, or if the release has not reached the payee.
    public func beginReversal(ofRelease id: String, amountMinor: Int64? = nil, in transaction: Transaction)
        throws
        -> ProcessorCall
    {
        let release = try transaction.existingRelease(id)
        let underWay = try transaction.calls(about: id).reduce(Int64(0)) { sum, call in
            if case .reverse(_, let amount, _) = call.request { sum + amount } else { sum }
        }
        let left = max(0, release.leftMinor - underWay)
        guard left > 0 else { throw PaymentError(.releaseTooLarge, "no money is left to reverse") }
        let amount = amountMinor ?? left
        guard let transfer = release.transfer, amount > 0, amount <= left else {
            throw PaymentError(
                .releaseTooLarge,
                "the release must have reached the payee, and the amount must be positive and at most \(Money(left, release.amount.currency).plainText)"
            )
        }
        let request = CallRequest.reverse(
            transfer: transfer, amount: amount,
            metadata: ["release_id": id, "reversal_id": ids.make("rev")])
        return try open(request, for: .release(id), in: transaction)
    }

    private func request(
        for release: PaymentRelease, from charge: String?, _ metadata: [String: String]
    )
        -> CallRequest
    {
        .transfer(
            Transfer.Create(
                amount: release.amount.minorUnits, currency: release.amount.currency,
                destination: release.payee, sourceTransaction: charge, transferGroup: release.payment,
                metadata: metadata.merging(["release_id": release.id, "payment_id": release.payment]) { $1 }))
    }

    /// Records the response to a release, or to the reversal of a release. The response is nil if the
    /// processor certainly never executed the call.
    func bookRelease(
        _ answer: CallResponse?, of id: String, request: CallRequest, in transaction: Transaction
    ) throws -> ProcessorCall? {
        let release = try transaction.existingRelease(id)
        switch (request, answer) {
        case (.transfer, .transfer(let found)): try book(found, as: release, in: transaction)
        case (.transfer(let asked), .refused(let error)):
            if error.code == "balance_insufficient", asked.sourceTransaction != nil,
                try isSpent(release, in: transaction)
            {
                // The charge's own money was transferred before and came back, so it is now part of the platform's
                // balance.
                let request = self.request(for: release, from: nil, asked.metadata)
                return try open(request, for: .release(id), in: transaction)
            }
            try fail(release, error.code ?? error.message, in: transaction)
        case (.transfer, _): try fail(release, PaymentFailure.noAnswer.code, in: transaction)
        case (.reverse, .reversal(let found)): try book(found, of: id, in: transaction)
        // The reversal was refused or never executed, so the money stays released.
        default: break
        }
        return nil
    }

    /// Returns whether this release and the earlier releases together exceed the part of the payment that was
    /// not refunded.
    ///
    /// If so, some of the charge's own money was transferred earlier and has come back to the platform's
    /// balance, so the release can be paid from that balance. If not, the charge's money was transferred by
    /// other means and must not be paid a second time.
    private func isSpent(_ release: PaymentRelease, in transaction: Transaction) throws -> Bool {
        guard let payment = try transaction.payment(release.payment) else { return false }
        let transferred = try transaction.releases(ofPayment: payment.id).reduce(Int64(0)) {
            $1.transfer == nil ? $0 : $0 + $1.amount.minorUnits
        }
        return transferred + release.amount.minorUnits > payment.total.minorUnits - payment.refundedMinor
    }

    /// Records that a release has reached the payee's account. Recording the same release twice changes
    /// nothing.
    func book(_ found: Transfer, as before: PaymentRelease, in transaction: Transaction) throws {
        guard before.transfer == nil else { return }
        var release = before
        release.transfer = found.id
        release.state = .released
        try post(.release(release, transfer: found.id), in: transaction)
        try keep(release, because: found.id, in: transaction)
    }

    /// Records that all or part of a release is held again. Recording the same reversal twice changes
    /// nothing.
    private func book(_ found: TransferReversal, of id: String, in transaction: Transaction) throws {
        guard var release = try transaction.release(id),
            try post(.releaseReversed(found.amount, of: release, reversal: found.id), in: transaction)
        else { return }
        release.reversedMinor += found.amount
        if release.reversedMinor == release.amount.minorUnits { release.state = .reversed }
        try keep(release, because: found.id, in: transaction)
    }

    private func fail(_ before: PaymentRelease, _ reason: String, in transaction: Transaction) throws {
        guard before.transfer == nil else { return }
        var release = before
        release.state = .failed
        release.failure = reason
        try keep(release, because: release.id, in: transaction)
    }

    /// Saves a release's new state, uses held money that exceeds the payee's share to settle the payee's
    /// debt, and updates the payment.
    func keep(_ release: PaymentRelease, because reference: String, in transaction: Transaction) throws {
        try transaction.save(release)
        guard var payment = try transaction.payment(release.payment) else { return }
        try offset(payment, because: reference, in: transaction)
        try settle(&payment, in: transaction)
        try keep(payment, in: transaction)
    }

    /// Fetches a release's transfer with its reversals, and records the changes.
    func refresh(release id: String, transfer: String) async throws {
        let found = try await reading { try await processor.transfer(transfer) }
        guard found.metadata["release_id"] == id else { return }
        let reversals = try await reading {
            try await processor.reversals(ofTransfer: transfer)
        }
        try await database.write { transaction in
            guard let release = try transaction.release(id) else { return }
            try book(found, as: release, in: transaction)
            try book(all(of: reversals), of: id, in: transaction)
        }
    }

    /// Records the reversals of a release's transfer. The reversals must be sorted newest first. The reversed
    /// money either is held again or was collected for a debt.
    func book(_ reversals: [TransferReversal], of id: String, in transaction: Transaction) throws {
        for reversal in reversals.reversed() {
            guard reversal.metadata["collection_id"] != nil else {
                try book(reversal, of: id, in: transaction)
                continue
            }
            guard var release = try transaction.release(id),
                try !transaction.isCollecting(from: release.payee)
            else {
                // The response to the pending collection call will be booked later.
                continue
            }
            let owed = try transaction.balance(of: .receivable(release.payee), in: reversal.currency)
            let isNew = try post(
                .takenBack(
                    Money(reversal.amount, reversal.currency), from: release.payee, owedMinor: owed,
                    payment: release.payment, reference: reversal.id), in: transaction)
            guard isNew else { continue }
            release.collectedMinor += reversal.amount
            try transaction.save(release)
        }
    }
}

/// Transfers of held money that are missing from the books.
extension PaymentDriver {
    /// Returns the release for a transfer of held money. Creates and saves the release if the books do not
    /// contain it.
    ///
    /// A release can be missing if part of the books was lost, or if the transfer was made directly at the
    /// processor. If the books have since used the transferred money for a refund or a lost dispute, the
    /// payee owes that amount.
    ///
    /// `reversals` must contain all reversals of the transfer.
    ///
    /// - Returns: The release. Nil if the transfer does not move held money of a paid payment, or is already
    ///   recorded in another way. Also nil if the transferred amount exceeds the held money, and later
    ///   refunds and lost disputes do not explain the difference.
    func heldRelease(madeBy found: Transfer, _ reversals: [TransferReversal], in transaction: Transaction)
        throws
        -> PaymentRelease?
    {
        guard let payment = try transaction.heldPayment(movedBy: found) else { return nil }
        if let known = try transaction.releases(ofPayment: payment.id).first(where: {
            $0.transfer == found.id
        }) {
            return known
        }
        let back = reversals.reduce(Int64(0)) { $1.metadata["collection_id"] == nil ? $0 + $1.amount : $0 }
        guard payment.state == .succeeded, payment.total.currency == found.currency,
            try !transaction.isPosted(.transfer, found.id)
        else { return nil }
        let missing = try found.amount - back - heldMinor(of: payment, in: transaction)
        if missing > 0 {
            guard try missing <= usedMinor(of: payment, since: found.created, in: transaction) else {
                return nil
            }
            try post(
                .offset(-missing, of: payment, payee: found.destination, reference: ids.make("off")),
                in: transaction)
        }
        let release = PaymentRelease(
            id: ids.make("rel"), payment: payment.id, payee: found.destination,
            amount: Money(found.amount, found.currency),
            state: .transferring, created: found.created)
        try transaction.save(release)
        return release
    }

    /// Returns the held money, in minor units, that refunds and lost disputes have used since `time`. Does
    /// not include amounts that earlier calls to ``heldRelease(madeBy:_:in:)`` recorded as the payee's debt.
    private func usedMinor(of payment: Payment, since time: Timestamp, in transaction: Transaction) throws
        -> Int64
    {
        let refunds = try transaction.refunds(ofPayment: payment.id).filter { $0.created >= time }
        let disputes = try transaction.disputes(ofPayment: payment.id).filter { $0.created >= time }
        var sum: Int64 = 0
        for posting in try transaction.postings(ofPayment: payment.id, limit: 10_000).map(\.posting) {
            let minor = posting.entries.reduce(Int64(0)) {
                $1.account == .held(payment.id) ? $0 + $1.amount.minorUnits : $0
            }
            let counts =
                switch posting.kind {
                case .refund, .refundFailed: refunds.contains { $0.id == posting.reference }
                case .disputeLost:
                    disputes.contains {
                        posting.reference == $0.id || posting.reference.hasPrefix($0.id + "_")
                    }
                case .offset: minor < 0
                default: false
                }
            if counts { sum += minor }
        }
        return sum
    }
}

extension Transaction {
    /// Returns whether a transfer is fully recorded. If so, no person has to decide about it.
    ///
    /// A transfer of held money must be recorded as a release. If it were recorded only as a transfer, the
    /// books would still contain the money as held, and it could be released a second time.
    func isExplained(_ found: Transfer) throws -> Bool {
        if try isPosted(.release, found.id) { return true }
        return try isPosted(.transfer, found.id) && heldPayment(movedBy: found) == nil
    }

    /// Returns the pending releases that a transfer may belong to. The processor's responses to the requests
    /// for these releases have not been recorded yet.
    func releasesUnderWay(besideTransfer found: Transfer) throws -> [PaymentRelease] {
        guard let payment = try heldPayment(movedBy: found) else { return [] }
        return try releases(ofPayment: payment.id).filter { $0.state == .transferring }
    }
}

/// Calculations of a payment's held money, and of the part that pending refunds and releases will use.
extension PaymentDriver {
    /// Returns the balance of the ledger account `held:{payment}` minus pending releases, in minor units; 0
    /// if the payment's form is not `held`.
    func heldMinor(of payment: Payment, in transaction: Transaction) throws -> Int64 {
        guard case .held = payment.form else { return 0 }
        let held = -(try transaction.balance(of: .held(payment.id), in: payment.total.currency))
        return try transaction.releases(ofPayment: payment.id).reduce(held) {
            $1.state == .transferring ? $0 - $1.amount.minorUnits : $0
        }
    }

    /// Returns the held money that no pending release or refund will use, in minor units.
    private func freeMinor(of payment: Payment, in transaction: Transaction) throws -> Int64 {
        var payment = payment
        var held = try heldMinor(of: payment, in: transaction)
        for refund in try transaction.refunds(ofPayment: payment.id) where refund.isOnItsWay {
            held -= payment.giveBack(refund.amountMinor, heldMinor: 0).shareMinor
        }
        return max(0, held)
    }

    /// Sets a held payment's settlement status from its balance, its releases and its refunds.
    func settle(_ payment: inout Payment, in transaction: Transaction) throws {
        guard case .held = payment.form, payment.state == .succeeded else { return }
        let releases = try transaction.releases(ofPayment: payment.id)
        let held = -(try transaction.balance(of: .held(payment.id), in: payment.total.currency))
        if releases.contains(where: { $0.state == .transferring }) {
            payment.settlement = .transferring
        } else if held > 0 {
            payment.settlement = releases.last?.state == .failed ? .failed : .held
        } else {
            payment.settlement = payment.feeBaseMinor >= payment.total.minorUnits ? .reversed : .released
        }
    }
}

extension PaymentRefund {
    /// Whether the refund has been requested, but the processor's response has not been recorded yet.
    var isOnItsWay: Bool { (state == .pending || state == .needsReview) && processorRefund == nil }
}

// MARK: The payee's debt

/// Settlement of a payee's debt with held money.
extension PaymentDriver {
    /// Settles the payee's debt with held money that exceeds the outstanding part of the payee's share.
    ///
    /// Too much money can be held after a release fails or is reversed, or after the payer's bank returns a
    /// refund. Without this settlement, the excess could be released to the payee despite the debt.
    ///
    /// `reference` is the id of the object that caused the change, such as a reversal or a refund. The debt
    /// is reduced only once per id.
    func offset(_ payment: Payment, because reference: String, in transaction: Transaction) throws {
        guard case .held(let payee) = payment.form else { return }
        let excess =
            try heldMinor(of: payment, in: transaction) - unreleasedMinor(of: payment, in: transaction)
        let taken = min(excess, try transaction.balance(of: .receivable(payee), in: payment.total.currency))
        guard taken > 0 else { return }
        try post(.offset(taken, of: payment, payee: payee, reference: reference), in: transaction)
    }

    /// Returns the part of the payee's share, in minor units, that still has to be released. It excludes
    /// amounts that were refunded, have reached the payee's account or are being transferred to it.
    private func unreleasedMinor(of payment: Payment, in transaction: Transaction) throws -> Int64 {
        let left = try transaction.releases(ofPayment: payment.id).reduce(payment.shareLeftMinor) {
            switch $1.state {
            case .transferring: $0 - $1.amount.minorUnits
            case .released: $0 - $1.leftMinor
            case .reversed, .failed: $0
            }
        }
        return max(0, left)
    }
}
