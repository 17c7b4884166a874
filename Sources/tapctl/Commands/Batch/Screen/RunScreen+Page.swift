import Documents
import HTMLKit

extension RunScreen.View {
    /// The HTML page. It reloads every second and contains no script. Information shown by color is also
    /// given as text.
    var html: String {
        HTMLDocument(
            title: rows == 0 ? batch : "\(verified) of \(rows) \u{b7} \(batch)",
            head: ["<meta http-equiv=\"refresh\" content=\"1\">"], style: Self.style,
            body: """
                <main aria-live="polite">\(sections)</main>
                <footer>\(batch)\(count)</footer>
                """
        ).text
    }

    /// The progress for the page's footer, such as “· 3 of 120”. Empty until the number of seats is known.
    private var count: HTML { rows == 0 ? "" : " &#183; \(verified) of \(rows)" }

    private var sections: HTML {
        if hasEnded {
            let (head, look) = verified == rows ? ("Done", "good") : ("Stopped", "bad")
            let have = rows == 1 || verified == 1 ? "has its tag" : "have their tags"
            let seats = "\(rows == 1 ? "seat" : "seats") \(have)"
            return
                "<section class=\"\(look)\"><h1>\(head)</h1><p>\(verified) of \(rows) \(seats)</p></section>"
        }
        if sights.isEmpty { return "<section><h1>&#8230;</h1><p>opening the readers</p></section>" }
        let named = sights.count > 1
        return sights.sorted { $0.key < $1.key }.map { reader, sight -> HTML in
            let (kind, words) = sight.words
            let place: HTML = named ? "<p class=\"reader\">\(reader)</p>" : .empty
            return
                "<section class=\"\(kind)\"><h1>\(sight.seat)</h1><p>\(words)</p>\(place)</section>"
        }.joined()
    }

    private static let style = StyleSheet(
        """
        html,body{height:100%;margin:0}body{display:flex;flex-direction:column;font-family:sans-serif;background:#fff;color:#111}
        main{flex:1;display:flex;flex-wrap:wrap}section{flex:1 1 30em;display:flex;flex-direction:column;justify-content:center;\
        align-items:center;text-align:center;border:1vw solid #777}h1{font-size:18vmin;margin:0;overflow-wrap:anywhere}\
        p{font-size:6vmin;margin:.4em}.good{border-color:#0a6b2d}.bad{border-color:#a80000;border-style:dashed}\
        .reader{font-size:3vmin}footer{font-size:4vmin;padding:.5em;text-align:center}
        @media (prefers-color-scheme:dark){body{background:#111;color:#eee}}
        """)
}

extension RunScreen.Sight {
    /// The CSS class and the text for the step.
    fileprivate var words: (kind: String, words: String) {
        switch step {
        case .hold: ("", "hold the next tag to the reader")
        case .remove: ("good", "\u{2713} remove the tag")
        case .again(let reason): ("bad", "\u{21BB} hold the tag to the reader again: \(reason)")
        case .putAside(let reason): ("bad", "\u{2717} put the tag aside: \(reason)")
        }
    }
}
