import Giving
import HTMLKit
import TimeKit

/// A page with the newest taps and gifts, which a script keeps up to date. If scripts are disabled, the
/// browser reloads the page regularly instead.
struct LivePage: PageContent {
    let view: LiveView
    let snapshot: LiveSnapshot
    /// The cursor of the page's content. The page's stream sends only later changes.
    let cursor: LiveCursor
    let now: Timestamp
    /// Whether the staff member may see seats.
    let maySeeSeats: Bool

    let title = "Live"

    /// The URL query that makes the page show seats.
    static let withSeats = "?seats=1"

    /// An element of the document's head that makes the browser reload the page regularly if scripts are
    /// disabled.
    static let head: HTML = "<noscript><meta http-equiv=\"refresh\" content=\"15\"></noscript>"

    var body: HTML {
        """
        <h1>Live</h1>
        <p id="live-state" role="status">As of \(view.organization.calendar.clock(now)).</p>
        <div id="live" data-events="\(events)">
        \(view.content(snapshot))
        </div>
        <p class="unseen" id="live-news" aria-live="polite"></p>
        <p class="ways">\([reload, seats])</p>
        <p class="quiet">This page shows no names. \(seatNote)</p>
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
            ? "<a href=\"\(address)\">Hide seats</a>"
            : "<a href=\"\(address)\(Self.withSeats)\">Show seats (for test runs only)</a>"
    }

    private var seatNote: HTML {
        view.showsSeats
            ? "However, a seat and an amount can reveal who gave, so do not show this page to others."
            : "You can show this page on a public screen."
    }
}

/// The script of a live view. It inserts the stream's data into the page. The server renders this data as
/// HTML, like the page itself.
enum LiveScript {
    static let path = AdminPath.liveScript()

    static let text = """
        'use strict';
        (() => {
          const find = id => document.getElementById(id);
          const live = find('live'), state = find('live-state'), news = find('live-news');
          if (!live || !window.EventSource) return;
          const made = html => {
            const template = document.createElement('template');
            template.innerHTML = html;
            return template.content;
          };
          const source = new EventSource(live.dataset.events);
          source.onopen = () => { state.textContent = 'Live: taps and gifts appear as they happen.'; };
          source.onerror = () => {
            if (source.readyState === EventSource.CLOSED) {
              // The server refused the stream: the session may have ended, so nothing stays visible. The reloaded page
              // explains why, or opens the stream again.
              live.replaceChildren();
              state.textContent = 'Disconnected. This page reloads in 10 seconds.';
              setTimeout(() => location.reload(), 10000);
            } else {
              state.textContent = 'Connection lost. Reconnecting…';
            }
          };
          source.addEventListener('all', event => live.replaceChildren(made(event.data)));
          source.addEventListener('today', event => find('live-today').replaceWith(made(event.data)));
          source.addEventListener('row', event => {
            const body = live.querySelector('tbody'), row = made(event.data).firstElementChild, old = find(row.id);
            if (old) {
              old.replaceWith(row);
            } else {
              const older = [...body.rows].find(other => other.dataset.order < row.dataset.order);
              row.classList.add('new');
              body.insertBefore(row, older || null);
            }
            while (body.rows.length > \(LiveSnapshot.mostRows)) body.lastElementChild.remove();
            find('live-empty').hidden = true;
            news.textContent = [...row.cells].map(cell => cell.textContent).filter(Boolean).join(', ');
          });
        })();

        """
}
