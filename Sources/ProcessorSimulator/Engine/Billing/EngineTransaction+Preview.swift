import Processor
import TimeKit

extension EngineTransaction {
    /// Runs a closure and then reverts all its changes. The ids that the closure created are not used again.
    func rehearsed<Value>(_ body: () throws -> Value) throws -> Value {
        let restore = memory()
        defer { restore() }
        return try store.undoing(body)
    }

    /// Runs a closure. If the closure throws an ``Executed`` error with status 400, reverts all changes that
    /// the closure made, unless ``Executed/savesRefusal`` is true.
    ///
    /// The status 400 means that the processor refused the request. The error response is stored under the
    /// idempotency key, but the request must not change anything else.
    ///
    /// Reverting needs a savepoint, which copies each page that a request changes. Few requests are refused, so
    /// a transaction first runs without ``revertsRefusals``.
    ///
    /// - Throws: The error of `body`, or ``UnrevertedRefusal`` for a refusal if ``revertsRefusals`` is false.
    func undoingRefusal<Value>(_ body: () throws -> Value) throws -> Value {
        func isRefusal(_ error: any Error) -> Bool {
            guard let executed = error as? Executed else { return false }
            return executed.error.status == 400 && !executed.savesRefusal
        }
        guard revertsRefusals else {
            do {
                return try body()
            } catch {
                throw isRefusal(error) ? UnrevertedRefusal() : error
            }
        }
        let restore = memory()
        do {
            return try store.undoing(if: isRefusal, body)
        } catch {
            if isRefusal(error) { restore() }
            throw error
        }
    }

    /// Returns a closure that restores the current in-memory state of this transaction. The closure does not
    /// restore the id counter, because an id must not be used twice.
    private func memory() -> () -> Void {
        let (before, seen, fetched, parents) = (before, seen, fetched, parents)
        let (balanceChanges, account) = (balanceChanges, account)
        let (now, present, testClock, cause) = (now, present, testClock, cause)
        return { [self] in
            (self.before, self.seen, self.fetched, self.parents) = (before, seen, fetched, parents)
            self.account = account
            (self.balanceChanges, self.subscribers) = (balanceChanges, nil)
            (self.now, self.present, self.testClock, self.cause) = (now, present, testClock, cause)
        }
    }

    /// Advances the transaction's time until a subscription has a new invoice, and returns this invoice.
    /// Returns nil if no new invoice is created, for example because the subscription ends or is paused
    /// first.
    ///
    /// The function executes only the due items that belong to this subscription. The caller must therefore
    /// revert all changes.
    func nextInvoice(of id: String) throws -> Invoice? {
        var subscription = try inPath(Subscription.self, id)
        let latest = subscription.latestInvoice
        if subscription.status == .incomplete {
            // The preview assumes that the first invoice is paid.
            subscription.status = .active
            try put(subscription)
        }
        for _ in 0..<200 {
            guard let reached = try find(Subscription.self, id), !reached.status.isFinal,
                reached.status != .paused
            else { return nil }
            if reached.latestInvoice != latest { return try find(Invoice.self, reached.latestInvoice) }
            // A draft can use up the customer's balance before the next invoice is made.
            let subjects = [id, reached.latestInvoice, reached.schedule].compactMap(\.self)
            guard try step(to: nextDue(of: subjects)) else { return nil }
        }
        return nil
    }

    /// Advances the transaction's time until a schedule has created its subscription, and returns the
    /// subscription. Returns nil if no subscription is created, for example because the schedule ends first.
    func firstSubscription(of schedule: String) throws -> Subscription? {
        for _ in 0..<20 {
            let reached = try inPath(SubscriptionSchedule.self, schedule)
            if let id = reached.subscription { return try find(Subscription.self, id) }
            guard !reached.status.isFinal, try step(to: nextDue(of: [schedule])) else { return nil }
        }
        return nil
    }

    /// Returns the earliest due item of these objects, or nil if nothing is scheduled for them.
    func nextDue(of subjects: [String]) throws -> Due? {
        try subjects.compactMap { try store.nextDue(of: $0, on: testClock) }
            .min { ($0.at, $0.kind.rawValue) < ($1.at, $1.kind.rawValue) }
    }

    /// Advances the transaction's time to the time at which an item is due. Executes the item if it can
    /// affect the next invoice, and discards it otherwise. Returns false if `due` is nil.
    func step(to due: Due?) throws -> Bool {
        guard let due else { return false }
        if let testClock { try store.remove(due, on: testClock) } else { try store.remove(due) }
        now = max(now, due.at)
        switch due.kind {
        case .renewal, .resume, .cancellation, .finalization, .schedulePhase: try perform(due)
        default: break
        }
        return true
    }

    /// Returns a preview of an invoice. The preview is like a draft, but with the customer's balance applied.
    func previewed(_ invoice: Invoice) throws -> Invoice {
        var preview = invoice
        if preview.finalizedAt == nil { try open(&preview) }
        preview.id = "upcoming_" + invoice.id
        preview.billingReason = .upcoming
        preview.status = .draft
        preview.number = nil
        preview.amountPaid = 0
        preview.attemptCount = 0
        preview.paymentIntent = nil
        preview.charge = nil
        preview.nextPaymentAttempt = preview.isSent ? nil : invoice.finalizesAt ?? invoice.created
        preview.finalizesAt = nil
        preview.finalizedAt = nil
        preview.paidAt = nil
        preview.voidedAt = nil
        preview.uncollectibleAt = nil
        if preview.daysUntilDue != nil { preview.dueDate = nil }
        return preview
    }
}

extension Invoice {
    /// Whether the invoice is a preview, which is not stored.
    var isPreview: Bool { billingReason == .upcoming }
}
