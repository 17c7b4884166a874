/// What makes a live view live: it puts what a stream sends into the page. All of it comes as HTML that the server has
/// made, as the page itself does.
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
          source.onopen = () => { state.textContent = 'Live: what comes is shown at once.'; };
          source.onerror = () => {
            if (source.readyState === EventSource.CLOSED) {
              // The server has said no: the page itself says why, or goes on.
              state.textContent = 'Not live any more: opened anew in 10 seconds.';
              setTimeout(() => location.reload(), 10000);
            } else {
              state.textContent = 'The connection is lost, and is tried again.';
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
