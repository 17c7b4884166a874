import Processor
import TimeKit

extension PaymentDriver {
    /// Works on what the processor tells since the last time: at most `limit` events.
    ///
    /// An event is only a hint where to look: what it is about is read anew, so that events may come twice, late, in
    /// any order, or never.
    ///
    /// - Parameter isThorough: Goes on behind events that are known, for an hour before the last time: events may be
    ///   listed late.
    /// - Returns: How many events were new.
    @discardableResult public func readEvents(limit: Int = 100_000, isThorough: Bool = false) async throws
        -> Int
    {
        let now = clock.now()
        let read = try await units.read { try $0.read(.events) } ?? Timestamp(seconds: 0)
        let fresh = try await unknownEvents(
            since: read.adding(seconds: -3600), until: now, limit: limit, isThorough: isThorough)
        guard !fresh.isEmpty else { return 0 }
        let hints = try await news(in: fresh.reversed().compactMap(\.hint))
        for hint in hints { try await follow(hint) }
        try await units.write { [ids = fresh.map(\.id)] unit in
            for id in ids { _ = try unit.remember(event: id, at: now) }
            try unit.setRead(.events, until: now)
            try unit.forgetEvents(before: now.adding(seconds: -30 * 86_400))
        }
        return fresh.count
    }

    /// The hints that may lead to something new, each once; a payment that has come to its end is left out.
    func news(in hints: [EventHint]) async throws -> [EventHint] {
        var seen = Set<EventHint>()
        let once = hints.filter { seen.insert($0).inserted }
        return try await units.read { unit in
            try once.filter { hint in
                guard case .intent(let intent) = hint else { return true }
                return try unit.payment(intent: intent).map { !$0.state.isFinal } ?? false
            }
        }
    }

    /// The newest first; of each its id and where to look: what else stands in it is not kept.
    private func unknownEvents(
        since: Timestamp, until: Timestamp, limit: Int, isThorough: Bool
    ) async throws -> [(id: String, hint: EventHint?)] {
        var found: [(id: String, hint: EventHint?)] = []
        var query = ListQuery(limit: 100, created: since...max(since, until))
        while found.count < limit {
            let page = try await reading { [query] () throws(ProcessorError) in
                try await processor.events(query)
            }
            let ids = page.data.map(\.id)
            let known = try await units.read { unit in try ids.map { try unit.knows(event: $0) } }
            found += zip(page.data, known).filter { !$0.1 }.map { ($0.0.id, EventHint($0.0)) }
            if !isThorough, known.allSatisfy(\.self) { break }
            guard page.hasMore, let last = page.data.last else { break }
            query.startingAfter = last.id
        }
        return found
    }

    /// Reads anew what a hint is about; what the processor does not know any more is nothing to wait for.
    func follow(_ hint: EventHint) async throws {
        do { try await refresh(hint) } catch let error as PaymentError where error.code == .processorRefused {
        }
    }

    private func refresh(_ hint: EventHint) async throws {
        switch hint {
        case .intent(let id):
            if let payment = try await units.read({ try $0.payment(intent: id)?.id }) {
                try await refresh(payment: payment)
            }
        case .refund(let id): try await refresh(refund: id)
        case .release(let id, let transfer): try await refresh(release: id, transfer: transfer)
        case .dispute(let id): try await refresh(dispute: id)
        case .subscription(let id):
            if let schedule = try await units.read({ try $0.schedule(subscription: id)?.id }) {
                try await refresh(schedule: schedule)
            }
        case .payout(let id, let payee): try await refresh(payout: id, of: payee)
        case .account(let id):
            if try await units.read({ try $0.payee(id) }) != nil { try await refresh(payee: id) }
        }
    }
}
