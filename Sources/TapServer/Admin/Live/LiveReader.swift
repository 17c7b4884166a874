import HTMLKit

/// What one stream has said so far, and so what it says next.
struct LiveReader: Sendable {
    private let view: LiveView
    private var known: LiveCursor?
    private var lastSaid: Duration?

    /// A stream that goes on behind a place; nil shows all first.
    init(view: LiveView, behind known: LiveCursor?) {
        self.view = view
        self.known = known
    }

    /// What is to be sent now; nil where nothing is.
    ///
    /// The first time something always is: a client then knows that the stream is open.
    mutating func next(in log: LiveLog, at now: Duration) -> String? {
        let start = lastSaid == nil ? ServerSentEvent.retry(after: LiveSettings.retry) : ""
        let events = events(log.news(behind: known))
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
