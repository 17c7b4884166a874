import DatabaseKit
public import Processor
import TimeKit

extension PaymentDriver {
    /// Keeps an event that the processor brought by itself, so that it can be told that the event arrived.
    ///
    /// Who brought it has to be proven before. Nothing is done about it yet; ``workReceivedEvents(limit:)`` does.
    ///
    /// - Returns: false where the event came before: it is kept, or was worked on.
    @discardableResult public func receive(_ event: ProcessorEvent) async throws -> Bool {
        let now = clock.now()
        return try await database.write { try $0.receive(event, at: now) }
    }

    /// Works on events that were brought, in the order in which they came: what each is about is read anew.
    ///
    /// An event that cannot be worked on now, since the processor does not answer, stays for the next time, and so do
    /// those behind it. ``readEvents(limit:isThorough:)`` does not rely on any of this: it hears of what was never
    /// brought.
    ///
    /// - Returns: How many were worked on.
    @discardableResult public func workReceivedEvents(limit: Int = 100) async throws -> Int {
        let events = try await database.read { try $0.receivedEvents(limit: limit) }
        for event in events {
            for hint in try await database.read({ try $0.news(in: [event]) }) { try await follow(hint) }
            try await database.write { try $0.finish(received: event.id) }
        }
        return events.count
    }
}
