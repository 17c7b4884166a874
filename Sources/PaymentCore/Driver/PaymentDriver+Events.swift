public import Processor
import TimeKit

extension PaymentDriver {
    /// Works on what the processor tells since the last time: at most `limit` events.
    ///
    /// An event is only a hint where to look: what it is about is read anew, so that events may come twice, late, in
    /// any order, or never.
    ///
    /// - Returns: How many events were new.
    @discardableResult public func readEvents(limit: Int = 10_000) async throws -> Int {
        let now = clock.now()
        let read = try await units.read { try $0.eventsRead() } ?? Timestamp(seconds: 0)
        // An hour of overlap: events may be listed late.
        let fresh = try await unknownEvents(since: read.adding(seconds: -3600), until: now, limit: limit)
        var done = Set<Hint>()
        for event in fresh.reversed() {
            if let hint = Hint(event), done.insert(hint).inserted { try await follow(hint) }
            _ = try await units.write { try $0.remember(event: event.id, at: now) }
        }
        try await units.write { unit in
            try unit.setEventsRead(until: now)
            try unit.forgetEvents(before: now.adding(seconds: -30 * 86_400))
        }
        return fresh.count
    }

    /// Works on one event that was delivered.
    ///
    /// - Returns: False when it was worked on before.
    public func work(on event: ProcessorEvent) async throws -> Bool {
        guard try await !units.read({ try $0.knows(event: event.id) }) else { return false }
        if let hint = Hint(event) { try await follow(hint) }
        return try await units.write { [now = clock.now()] in try $0.remember(event: event.id, at: now) }
    }

    private func unknownEvents(since: Timestamp, until: Timestamp, limit: Int) async throws
        -> [ProcessorEvent]
    {
        var found: [ProcessorEvent] = []
        var query = ListQuery(limit: 100, created: since...max(since, until))
        while found.count < limit {
            let page = try await reading { [query] () throws(ProcessorError) in
                try await processor.events(query)
            }
            let ids = page.data.map(\.id)
            let known = try await units.read { unit in try ids.map { try unit.knows(event: $0) } }
            found += zip(page.data, known).filter { !$0.1 }.map(\.0)
            guard page.hasMore, let last = page.data.last else { break }
            query.startingAfter = last.id
        }
        return found
    }

    private func follow(_ hint: Hint) async throws {
        switch hint {
        case .intent(let id):
            if let payment = try await units.read({ try $0.payment(intent: id)?.id }) {
                try await refresh(payment: payment)
            }
        case .refund(let id): try await refresh(refund: id)
        case .dispute(let id): try await refresh(dispute: id)
        case .subscription(let id):
            if let schedule = try await units.read({ try $0.schedule(subscription: id)?.id }) {
                try await refresh(schedule: schedule)
            }
        case .payout(let id): try await refresh(payout: id)
        case .account(let id):
            if try await units.read({ try $0.payee(id) }) != nil { try await refresh(payee: id) }
        }
    }
}

/// Where an event says something is new.
private enum Hint: Hashable {
    case intent(String)
    case refund(String)
    case dispute(String)
    case subscription(String)
    case payout(String)
    case account(String)

    init?(_ event: ProcessorEvent) {
        switch event.subject {
        case .paymentIntent(let intent): self = .intent(intent.id)
        case .charge(let charge):
            guard let intent = charge.paymentIntent else { return nil }
            self = .intent(intent)
        case .refund(let refund):
            guard let id = refund.metadata["refund_id"] else { return nil }
            self = .refund(id)
        case .dispute(let dispute): self = .dispute(dispute.id)
        case .subscription(let subscription): self = .subscription(subscription.id)
        case .invoice(let invoice): self = .subscription(invoice.subscription)
        case .payout(let payout): self = .payout(payout.id)
        case .account(let account): self = .account(account.id)
        case .transfer, .applicationFee, .customer, .paymentMethod, .product, .price: return nil
        }
    }
}
