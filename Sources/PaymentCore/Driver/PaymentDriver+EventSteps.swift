import DatabaseKit
import Processor
import TimeKit

/// Functions that read new events until the task's time budget is spent.
///
/// The processor lists the newest events first. The driver reads each list until it finds only known events.
/// If the budget runs out first, the driver stores the time before which events may still be unread. The next
/// call continues from that time, and then reads the newer events.
extension PaymentDriver {
    /// The number of events that are processed between two checks of the budget.
    private var eventsPerStep: Int { 10 }

    /// Processes new events until the budget of the task is spent. The first few events are processed even if
    /// the budget is already spent.
    ///
    /// - Returns: The number of processed events.
    func readEventsInSteps() async throws -> Int {
        let now = clock.now()
        let (read, unread) = try await database.read { (try $0.read(.events), try $0.unreadEvents()) }
        let since = (read ?? Timestamp(seconds: 0)).adding(seconds: -3600)
        var count = 0
        for list in unread.indices {
            if let start = unread[list] {
                let (processed, isComplete) = try await readEvents(
                    of: list, created: since...max(since, start), unread: start)
                count += processed
                guard isComplete, processed == 0 || !WorkBudget.isSpent else { return count }
            }
            let (processed, isComplete) = try await readEvents(
                of: list, created: since...max(since, now), unread: nil)
            count += processed
            guard isComplete else { return count }
        }
        guard count > 0 || unread.contains(where: { $0 != nil }) else { return 0 }
        try await finishReading(isThorough: false, from: nil, at: now)
        return count
    }

    /// Processes the new events in one list.
    ///
    /// - Parameters:
    ///   - list: The index of the list in ``ProcessorEventType/asked``.
    ///   - period: The period in which the events were created.
    ///   - unread: The stored time before which events may still be unread. Nil if the previous call read the
    ///     whole list.
    /// - Returns: The number of processed events, and whether the whole list has been read.
    private func readEvents(
        of list: Int, created period: ClosedRange<Timestamp>, unread: Timestamp?
    ) async throws -> (processed: Int, isComplete: Bool) {
        var (unread, count, query) = (unread, 0, ListQuery(limit: 100, created: period))
        while true {
            let page = try await reading { [query] in
                try await processor.events(ofTypes: ProcessorEventType.asked[list], query)
            }
            let new = try await database.read { transaction in
                try page.data.filter { try !transaction.knows(event: $0.id) }
            }
            let done = try await follow(new)
            let isWhole = done.count == new.count
            let isLast = !page.hasMore || (new.isEmpty && page.data.last?.isOlder(than: unread) != false)
            let left = isWhole ? (isLast ? nil : page.data.last?.created) : done.last?.created
            // If another program has continued the reading, it is left to that program.
            guard try await remember(done.map(\.id), of: list, unread, left) else { return (count, false) }
            (unread, count) = (left, count + done.count)
            guard left != nil, let last = page.data.last else { return (count, true) }
            if WorkBudget.isSpent, !done.isEmpty { return (count, false) }
            query.startingAfter = last.id
        }
    }

    /// Refreshes the objects that events report as changed, until the budget is spent.
    ///
    /// - Returns: The processed events. Their objects are now up to date.
    private func follow(_ events: [ProcessorEvent]) async throws -> ArraySlice<ProcessorEvent> {
        var seen: Set<EventHint> = []
        for start in stride(from: 0, to: events.count, by: eventsPerStep) {
            if start > 0, WorkBudget.isSpent { return events[..<start] }
            let some = Array(events[start..<min(start + eventsPerStep, events.count)])
            for hint in try await database.read({ try $0.news(in: some) }) where seen.insert(hint).inserted {
                try await follow(hint)
            }
        }
        return events[...]
    }

    /// Stores the ids of processed events. Also stores the time before which events in the same list may
    /// still be unread.
    ///
    /// - Returns: Whether the ids were stored. False if the stored time is no longer `before`, because
    ///   another process has continued the list.
    private func remember(
        _ ids: [String], of list: Int, _ before: Timestamp?, _ left: Timestamp?
    ) async throws -> Bool {
        if ids.isEmpty, before == left { return true }
        let now = clock.now()
        return try await database.write { transaction in
            guard try transaction.unreadEvents()[list] == before else { return false }
            for id in ids { _ = try transaction.remember(event: id, at: now) }
            try transaction.setUnreadEvents(of: list, until: left)
            return true
        }
    }
}

extension ProcessorEvent {
    /// Returns whether the event was created before a time. Returns true if the time is nil.
    func isOlder(than unread: Timestamp?) -> Bool { unread.map { created < $0 } ?? true }
}
