import DatabaseKit
public import Processor
import TimeKit

extension PaymentDriver {
    /// Processes up to `limit` events that the processor has listed since the last call.
    ///
    /// Each event is used only to identify a changed object, whose current state is then fetched. It is
    /// therefore harmless if events arrive twice, late or out of order, or are missing.
    ///
    /// Within a ``WorkBudget``, a call that is not thorough processes events until the budget is spent. The
    /// next call continues where this call stopped.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of events. Ignored within a ``WorkBudget``, unless the call is thorough.
    ///   - isThorough: Whether to read events of all types, and to continue past known events until an hour
    ///     before the previous call. A thorough call therefore also finds events that the processor listed
    ///     late. It also reads all events about new transfers since the previous thorough call, which other
    ///     calls skip.
    /// - Returns: The number of new events.
    @discardableResult public func readEvents(limit: Int = 100_000, isThorough: Bool = false) async throws
        -> Int
    {
        if !isThorough, WorkBudget.current != nil { return try await readEventsInSteps() }
        let now = clock.now()
        let read = try await database.read { try $0.read(.events) } ?? Timestamp(seconds: 0)
        let unread = try await database.read { try $0.unreadEvents() }
        var ids: [String] = []
        var lists = ProcessorEventType.asked.map { (types: $0, since: read) }
        if isThorough {
            let transfers = try await database.read { try $0.read(.transfers) } ?? Timestamp(seconds: 0)
            lists = [([], read), ([ProcessorEventType.transferCreated.rawValue], transfers)]
        }
        for (index, list) in lists.enumerated() {
            // A thorough reading includes the events that an interrupted one did not read.
            let start = isThorough ? nil : unread[index]
            let fresh = try await unknownEvents(
                ofTypes: list.types, since: list.since.adding(seconds: -3600), until: now,
                limit: limit - ids.count, endsAfterKnown: !isThorough, unread: start)
            for hint in fresh.hints.reversed() { try await follow(hint) }
            // An event can be in both lists, so the ids from this list are stored before the next list is read.
            try await remember(fresh.ids, at: now)
            ids += fresh.ids
        }
        guard isThorough || !ids.isEmpty || unread.contains(where: { $0 != nil }) else { return 0 }
        // If the limit was reached, some transfers may not have been read yet.
        try await finishReading(
            isThorough: isThorough && ids.count < limit, from: ids.count < limit ? unread : nil, at: now)
        return ids.count
    }

    /// Stores the ids of processed events in small batches, so that payments never wait long for the
    /// database's write lock.
    private func remember(_ ids: [String], at now: Timestamp) async throws {
        for start in stride(from: 0, to: ids.count, by: rememberedAtOnce) {
            let some = ids[start..<min(start + rememberedAtOnce, ids.count)]
            // Counted: the ids are unique, and nothing is read.
            try await database.writeCounted { try $0.remember(events: some, at: now) }
        }
    }

    /// Stores the time up to which all events have been read, unless an interrupted reading has left events
    /// unread. Deletes stored events that are older than 30 days.
    ///
    /// If the caller has read the remaining events of interrupted readings, `unread` contains the times that
    /// those readings stored. Otherwise, `unread` is nil.
    func finishReading(isThorough: Bool, from unread: [Timestamp?]?, at now: Timestamp) async throws {
        try await database.write { transaction in
            let left = try transaction.unreadEvents()
            // If another program has continued an interrupted reading, that reading is not finished.
            let isFinished = left.allSatisfy { $0 == nil } || left == unread
            if isFinished {
                for list in left.indices where left[list] != nil {
                    try transaction.setUnreadEvents(of: list, until: nil)
                }
                try transaction.setRead(.events, until: now)
            }
            if isThorough { try transaction.setRead(.transfers, until: now) }
            try transaction.forgetEvents(before: now.adding(seconds: -30 * 86_400))
        }
    }

    /// Lists new events, newest first. Returns the ids of the events and, without duplicates, the objects
    /// that must be refreshed. No other data of the events is used.
    ///
    /// - Parameters:
    ///   - types: The event types, or an empty list for all types.
    ///   - since: The earliest creation time of the events.
    ///   - until: The latest creation time of the events.
    ///   - limit: The number of new events after which no further page is read.
    ///   - endsAfterKnown: Whether to stop at an event that was already processed.
    ///   - unread: The time before which events may still be unread. Nil if the previous call read all
    ///     events.
    private func unknownEvents(
        ofTypes types: [String], since: Timestamp, until: Timestamp, limit: Int, endsAfterKnown: Bool,
        unread: Timestamp?
    ) async throws -> (ids: [String], hints: [EventHint]) {
        var ids: [String] = []
        var hints: [EventHint] = []
        var seen: Set<EventHint> = []
        var query = ListQuery(limit: 100, created: since...max(since, until))
        while ids.count < limit {
            let page = try await reading { [query] in
                try await processor.events(ofTypes: types, query)
            }
            let reported = try await database.read { transaction in
                let unknown = try page.data.filter { try !transaction.knows(event: $0.id) }
                return (ids: unknown.map(\.id), hints: try transaction.news(in: unknown))
            }
            ids += reported.ids
            hints += reported.hints.filter { seen.insert($0).inserted }
            guard page.hasMore, let last = page.data.last else { break }
            if endsAfterKnown, reported.ids.isEmpty, last.isOlder(than: unread) { break }
            query.startingAfter = last.id
        }
        return (ids, hints)
    }

    /// Refreshes the object that an event reports as changed. Ignores a refusal, which usually means that the
    /// processor no longer has the object.
    func follow(_ hint: EventHint) async throws {
        do { try await refresh(hint) } catch let error as PaymentError where error.code == .processorRefused {
        }
    }

    /// Refreshes the object that an event reports as changed.
    ///
    /// - Throws: ``PaymentError`` with code `outcomeUnknown` if the processor does not respond, or
    ///   `processorRefused`.
    func refresh(_ hint: EventHint) async throws {
        switch hint {
        case .intent(let id):
            if let payment = try await database.read({ try $0.payment(intent: id)?.id }) {
                try await refresh(payment: payment)
            }
        case .returns(let payment): try await refresh(returnsOf: payment)
        case .transfer(let id): try await refresh(transfer: id)
        case .release(let id, let transfer): try await refresh(release: id, transfer: transfer)
        case .dispute(let id): try await refresh(dispute: id)
        case .subscription(let id):
            if let schedule = try await database.read({ try $0.schedule(subscription: id)?.id }) {
                try await refresh(schedule: schedule)
            }
        case .invoice(let id, let subscription):
            if let schedule = try await database.read({ try $0.schedule(subscription: subscription)?.id }) {
                try await refresh(invoice: id, of: schedule)
            }
        case .payout(let id, let payee): try await refresh(payout: id, of: payee)
        case .account(let id):
            if try await database.read({ try $0.payee(id) }) != nil { try await refresh(payee: id) }
        }
    }
}

/// The number of event ids that one transaction stores. A transaction of this size takes about a millisecond.
private let rememberedAtOnce = 200

// MARK: Delivered events

extension PaymentDriver {
    /// Stores an event that the processor delivered, so that the delivery can be acknowledged.
    ///
    /// The caller must verify the sender first. The event is only stored here; ``workReceivedEvents(limit:)``
    /// processes it.
    ///
    /// - Returns: Whether the event is new. False if it was delivered before, even if it has not been
    ///   processed yet.
    @discardableResult public func receive(_ event: ProcessorEvent) async throws -> Bool {
        let now = clock.now()
        // Counted: the id of the event is unique, and nothing else is read.
        return try await database.writeCounted { try $0.receive(event, at: now) }
    }

    /// Processes delivered events in the order of arrival, by fetching the object that each event reports as
    /// changed. Stops early if the task's ``WorkBudget`` is spent.
    ///
    /// ``readEvents(limit:isThorough:)`` works independently of this function, and also finds events that
    /// were never delivered.
    ///
    /// - Returns: The number of processed events.
    /// - Throws: ``PaymentError`` with code `outcomeUnknown` if the processor does not respond. The current
    ///   event and all later events then remain stored for the next call.
    @discardableResult public func workReceivedEvents(limit: Int = 100) async throws -> Int {
        let events = try await database.read { try $0.receivedEvents(limit: limit) }
        for (index, event) in events.enumerated() {
            if WorkBudget.isSpent { return index }
            for hint in try await database.read({ try $0.news(in: [event]) }) { try await follow(hint) }
            try await database.write { try $0.finish(received: event.id) }
        }
        return events.count
    }
}
