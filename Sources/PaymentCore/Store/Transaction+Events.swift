public import DatabaseKit
public import Processor
public import TimeKit

extension Transaction {
    /// Stores the id of a processed event. Returns false if the id was already stored.
    public func remember(event: String, at time: Timestamp) throws -> Bool {
        try changedRows(Self.storingEvent, [event, time]) > 0
    }

    private static let storingEvent =
        "INSERT INTO processor_event (id, time) VALUES (?, ?) ON CONFLICT (id) DO NOTHING"

    /// Stores the ids of processed events. Ids that are already stored stay unchanged.
    func remember(events: some Sequence<String>, at time: Timestamp) throws {
        for event in events { try run(Self.storingEvent, [event, time]) }
    }

    /// Returns whether an event was already processed.
    public func knows(event: String) throws -> Bool {
        try isAny("SELECT 1 FROM processor_event WHERE id = ?", [event])
    }

    /// Stores the time up to which one of the processor's lists was read. Does nothing if a later time is
    /// already stored.
    func setRead(_ list: ProcessorList, until time: Timestamp) throws {
        try run(
            """
            INSERT INTO processor_cursor (name, time) VALUES (?, ?)
            ON CONFLICT (name) DO UPDATE SET time = excluded.time WHERE excluded.time > processor_cursor.time
            """, [list.rawValue, time])
    }

    /// Returns the time up to which a list was read, or nil if it was never read.
    public func read(_ list: ProcessorList) throws -> Timestamp? {
        try value("SELECT time FROM processor_cursor WHERE name = ?", [list.rawValue])
    }

    /// Returns a time for each list in ``ProcessorEventType/asked``. Events in the list that were created
    /// before this time may be unread. The time is nil if the whole list was read.
    func unreadEvents() throws -> [Timestamp?] {
        try ProcessorEventType.asked.indices.map { list in
            try value(
                "SELECT time FROM processor_cursor WHERE name = ?", [Self.unreadEvents(of: list)])
        }
    }

    /// Stores the time before which events in a list may be unread. If the time is nil, the whole list was
    /// read.
    func setUnreadEvents(of list: Int, until time: Timestamp?) throws {
        let name = Self.unreadEvents(of: list)
        guard let time else { return try run("DELETE FROM processor_cursor WHERE name = ?", [name]) }
        try run(
            """
            INSERT INTO processor_cursor (name, time) VALUES (?, ?)
            ON CONFLICT (name) DO UPDATE SET time = excluded.time
            """, [name, time])
    }

    private static func unreadEvents(of list: Int) -> String { "unread events \(list)" }

    /// Stores a delivered event for later processing. Returns false if an event with this id is already
    /// stored.
    public func receive(_ event: ProcessorEvent, at time: Timestamp) throws -> Bool {
        try changedRows(
            """
            INSERT INTO received_event (id, time, body) VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING
            """, [event.id, time, document(event)]) > 0
    }

    /// Returns the delivered events that have not been processed yet, in the order of arrival.
    public func receivedEvents(limit: Int) throws -> [ProcessorEvent] {
        try all(
            "SELECT body FROM received_event WHERE body IS NOT NULL ORDER BY number LIMIT ?", [limit])
    }

    /// Marks a delivered event as processed. The event's id is kept, to recognize a repeated delivery.
    public func finish(received event: String) throws {
        try run("UPDATE received_event SET body = NULL WHERE id = ?", [event])
    }

    /// Deletes the records of events that were processed or delivered before `time`.
    func forgetEvents(before time: Timestamp) throws {
        try run("DELETE FROM processor_event WHERE time < ?", [time])
        try run("DELETE FROM received_event WHERE time < ?", [time])
    }
}
