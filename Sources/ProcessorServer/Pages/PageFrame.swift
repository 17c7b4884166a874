import TextKit

/// What all pages have: a title, and that no money moves.
enum PageFrame {
    /// A page.
    ///
    /// - Parameters:
    ///   - title: Plain text.
    ///   - body: HTML, in which everything that came from elsewhere is escaped.
    static func page(_ title: String, _ body: String, status: Int = 200) -> PageAnswer {
        .page(
            status: status,
            html: """
                <!doctype html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <meta name="robots" content="noindex">
                <title>\(title.escapedForHTML)</title>
                <style>
                body { font: 1rem/1.5 system-ui, sans-serif; max-width: 34rem; margin: 2rem auto; padding: 0 1rem }
                .note { border: 1px solid; padding: .5rem 1rem } .problem { font-weight: bold }
                button { font: inherit; padding: .5rem 1rem; margin: .25rem .25rem .25rem 0 }
                label { display: block; margin: .5rem 0 }
                </style>
                </head>
                <body>
                <main>
                <p class="note">This is a simulated processor: no money moves here, and nothing you type is sent to a bank.</p>
                <h1>\(title.escapedForHTML)</h1>
                \(body)
                </main>
                </body>
                </html>

                """)
    }

    /// A page that is not there, or not any more.
    static func gone(_ sentence: String) -> PageAnswer {
        page("Nothing here", "<p>\(sentence.escapedForHTML)</p>", status: 404)
    }
}
