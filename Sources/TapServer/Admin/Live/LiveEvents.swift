import HTMLKit
import ServerKit
import Synchronization

/// An open event stream of a live view, as an asynchronous sequence of strings for the client.
///
/// The stream does not buffer events for a slow client. A client that missed changes receives them later from
/// the organization's log. If the log no longer contains them, the stream sends the whole view again.
public final class LiveEvents: Sendable {
    private let watch: LiveWatch
    private let number: Int
    private let ticks: AsyncStream<Void>
    private let reader: LiveReader
    private let isAdmitted: @Sendable () async -> Bool
    private let ended: @Sendable () -> Void
    private let hasEnded = Mutex(false)
    let settings: LiveSettings

    init(
        watch: LiveWatch, number: Int, ticks: AsyncStream<Void>, reader: LiveReader, settings: LiveSettings,
        isAdmitted: @escaping @Sendable () async -> Bool, ended: @escaping @Sendable () -> Void
    ) {
        self.watch = watch
        self.number = number
        self.ticks = ticks
        self.reader = reader
        self.settings = settings
        self.isAdmitted = isAdmitted
        self.ended = ended
    }

    deinit { end() }

    /// Ends the stream, even if a caller is waiting for the next string. Does nothing if the stream has
    /// already ended.
    public func end() {
        let isFirst = hasEnded.withLock { hasEnded in
            defer { hasEnded = true }
            return !hasEnded
        }
        guard isFirst else { return }
        ended()
        Task { [watch, number] in await watch.leave(number) }
    }
}

extension LiveEvents: AsyncSequence {
    /// A string to send to the client.
    public typealias Element = String

    /// Returns an iterator. Only one iterator can read the stream.
    public func makeAsyncIterator() -> Iterator {
        Iterator(events: self, reader: reader, ticks: ticks.makeAsyncIterator())
    }

    /// An iterator that waits for changes to the live view.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let events: LiveEvents
        fileprivate var reader: LiveReader
        fileprivate var ticks: AsyncStream<Void>.Iterator

        /// Waits for the next string and returns it. Returns nil if the stream has ended or the staff member
        /// no longer has access.
        public mutating func next() async -> String? {
            while !events.hasEnded.withLock({ $0 }) {
                if let text = reader.next(in: await events.watch.log, at: events.settings.clock.now()) {
                    guard await events.isAdmitted() else { break }
                    return text
                }
                guard await ticks.next() != nil else { break }
            }
            events.end()
            return nil
        }
    }
}

extension LiveEvents: Equatable {
    /// Returns whether both values are the same stream object.
    public static func == (left: LiveEvents, right: LiveEvents) -> Bool { left === right }
}

/// The state of one event stream, including the cursor of the last event that was sent.
struct LiveReader {
    private let view: LiveView
    private var known: LiveCursor?
    private var lastSaid: Duration?

    /// Creates the state of a stream that continues after the cursor `known`. If `known` is nil, the stream
    /// first sends the whole view.
    init(view: LiveView, after known: LiveCursor?) {
        self.view = view
        self.known = known
    }

    /// Returns the next string to send: the changes, or a heartbeat if nothing has changed for a while.
    /// Returns nil if there is nothing to send yet.
    ///
    /// The first call always returns a string, so that the client knows that the stream is open.
    mutating func next(in log: LiveLog, at now: Duration) -> String? {
        let start = lastSaid == nil ? ServerSentEvent.retry(after: LiveSettings.retry) : ""
        let events = events(log.news(after: known))
        if let last = events.last {
            known = last.id
        } else if let lastSaid, now - lastSaid < LiveSettings.heartbeat {
            return nil
        }
        lastSaid = now
        return start + (events.isEmpty ? ServerSentEvent.heartbeat : events.map(\.text).joined())
    }

    private func events(_ news: LiveLog.News) -> [ServerSentEvent] {
        switch news {
        case .none: []
        case .all(let cursor, let snapshot):
            [ServerSentEvent(id: cursor, name: "all", data: view.content(snapshot).text)]
        case .changes(let entries):
            entries.map { entry in
                switch entry.change {
                case .row(let row):
                    ServerSentEvent(id: entry.cursor, name: "row", data: view.row(row).text)
                case .today(let today):
                    ServerSentEvent(id: entry.cursor, name: "today", data: view.cards(today).text)
                }
            }
        }
    }
}

/// One event of a stream of server-sent events.
///
/// Source: WHATWG HTML, "Server-sent events", §9.2.5 and §9.2.6.
struct ServerSentEvent: Hashable {
    /// The cursor that a browser sends as `Last-Event-ID` when it reconnects.
    var id: LiveCursor
    /// The event name that a script listens for.
    var name: String
    /// The data of the event. Line breaks are converted to line feeds.
    var data: String

    /// The lines of the event, followed by an empty line.
    var text: String {
        // "\r\n" is one character to Swift, and one line break to the standard.
        let lines = data.split(omittingEmptySubsequences: false) { "\r\n" == $0 || "\n" == $0 || "\r" == $0 }
        return "id: \(id.text)\nevent: \(name)\n" + lines.map { "data: \($0)\n" }.joined() + "\n"
    }

    /// A comment that keeps the connection alive. Scripts do not receive it.
    static let heartbeat = ":\n\n"

    /// Returns the line that sets the delay before a browser reconnects.
    static func retry(after duration: Duration) -> String {
        "retry: \(duration.components.seconds * 1_000)\n\n"
    }
}
