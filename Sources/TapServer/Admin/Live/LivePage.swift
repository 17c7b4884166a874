import Giving
import HTMLKit
import TimeKit

/// The newest taps and gifts: as they come where a script may run, and else as often as the page is opened.
struct LivePage: PageContent {
    let view: LiveView
    let snapshot: LiveSnapshot
    /// Behind which the stream goes on.
    let cursor: LiveCursor
    let now: Timestamp
    /// Whether seats may be shown.
    let maySeeSeats: Bool

    var title: String { "Live" }

    /// The query of the view with seats.
    static let withSeats = "?seats=1"

    /// An element of the document's head: without scripts, the browser reloads the page.
    static let head: HTML = "<noscript><meta http-equiv=\"refresh\" content=\"15\"></noscript>"

    var body: HTML {
        """
        <h1>Live</h1>
        <p id="live-state" role="status">As it was at \(view.organization.calendar.clock(now)).</p>
        <div id="live" data-events="\(events)">
        \(view.content(snapshot))
        </div>
        <p class="unseen" id="live-news" aria-live="polite"></p>
        <p class="ways">\([reload, seats])</p>
        <p class="quiet">Nobody's name stands here. \(seatNote)</p>
        """
    }

    private var address: String { view.organization.adminPath(.live) }

    private var events: String {
        let query = view.showsSeats ? Self.withSeats + "&" : "?"
        return "\(view.organization.adminPath(.liveEvents))\(query)after=\(cursor.text)"
    }

    private var reload: HTML {
        "<a href=\"\(address)\(view.showsSeats ? Self.withSeats : "")\">Reload</a>"
    }

    private var seats: HTML {
        guard maySeeSeats else { return .empty }
        return view.showsSeats
            ? "<a href=\"\(address)\">Without seats</a>"
            : "<a href=\"\(address)\(Self.withSeats)\">With seats, for a test run</a>"
    }

    private var seatNote: HTML {
        view.showsSeats
            ? "But a seat and an amount can tell who gave: keep this off a screen that others see."
            : "It may stand on a screen that others see."
    }
}
