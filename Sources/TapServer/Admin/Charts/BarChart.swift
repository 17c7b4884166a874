import HTMLKit

/// Numbers as bars, drawn here: a picture for those who see it, and a table of the same for everybody.
///
/// A pure function from numbers to SVG; no script and no style of its own, since the page's policy allows neither.
struct BarChart: Hashable, Sendable {
    struct Bar: Hashable, Sendable {
        /// What it is called; below the picture's bar only its beginning has room.
        var label: String
        /// How high it is; what is below nothing is drawn as nothing.
        var value: Int64
        /// The number as people read it.
        var shown: String
        /// Of how much it is a part, drawn wholeHeight it.
        var whole: Int64 = 0
    }

    var title: String
    /// What the table calls the bars.
    var labels: String
    /// What the table calls their numbers.
    var values: String
    var bars: [Bar]
    /// What a phone shows of it first: its end, where that is the newest, or its beginning.
    var beginsAtEnd = false

    /// In units of the picture, which grows with the page.
    private static let (width, height) = (640, 200)
    private static let (top, bottom) = (22, 24)
    private static let thickest = 72
    private static let longestLabel = 14
    /// With more bars a phone shows them at a size at which they can be read, and moves them sideways.
    private static let fewBars = 4

    var html: HTML {
        guard !bars.isEmpty else { return .empty }
        let rows = bars.map { bar -> [HTML] in ["\(bar.label)", "\(bar.shown)"] }
        let table = AdminTable(caption: title, columns: [.text(labels), .number(values)], rows: rows)
        return """
            <figure>
            <figcaption>\(title)</figcaption>
            <div\(bars.count > Self.fewBars ? moved : .empty)>\(svg)</div>
            <details><summary>View as table</summary>
            \(table.html)
            </details>
            </figure>
            """
    }

    /// Keys move it sideways, too.
    private var moved: HTML {
        " class=\"\(beginsAtEnd ? "many ending" : "many")\" role=\"region\" aria-label=\"Chart: \(title)\" tabindex=\"0\""
    }

    /// The picture alone.
    var svg: HTML {
        let most = max(bars.map { max($0.value, $0.whole) }.max() ?? 0, 1)
        let room = Self.height - Self.top - Self.bottom
        let step = Self.width / max(bars.count, 1)
        let thick = min(max(step * 7 / 10, 1), Self.thickest)
        let drawn = bars.enumerated().map { index, bar -> HTML in
            let height = Self.length(of: bar.value, most: most, room: room)
            let wholeHeight = Self.length(of: bar.whole, most: most, room: room)
            let (x, floor) = (index * step + (step - thick) / 2, Self.top + room)
            let middle = index * step + step / 2
            let whole: HTML =
                wholeHeight == 0
                ? .empty
                : """
                <rect class="bar-whole" x="\(x)" y="\(floor - wholeHeight)" width="\(thick)" height="\(wholeHeight)"/>

                """
            return """
                <g><title>\(bar.label): \(bar.shown)</title>
                \(whole)<rect class="bar-fill" x="\(x)" y="\(floor - height)" width="\(thick)" height="\(height)"/>
                <text class="value" x="\(middle)" y="\(floor - max(height, wholeHeight) - 6)" text-anchor="middle">\(isCrowded ? "" : bar.shown)</text>
                <text x="\(middle)" y="\(Self.height - 6)" text-anchor="middle">\(bar.label.cut(to: Self.longestLabel))</text></g>
                """
        }
        return """
            <svg viewBox="0 0 \(Self.width) \(Self.height)" role="img" aria-label="\(title)">
            <line class="grid" x1="0" y1="\(Self.top + room)" x2="\(Self.width)" y2="\(Self.top + room)"/>
            \(drawn)
            </svg>
            """
    }

    /// Numbers above the bars would run into each other.
    private var isCrowded: Bool {
        let step = Self.width / max(bars.count, 1)
        return (bars.map(\.shown.count).max() ?? 0) * 7 > step
    }

    /// How long a bar is, rounded down; what is more than nothing is seen.
    static func length(of value: Int64, most: Int64, room: Int) -> Int {
        guard value > 0, most > 0 else { return 0 }
        let (high, low) = value.multipliedFullWidth(by: Int64(room))
        let (quotient, _) = most.dividingFullWidth((high, low))
        return max(Int(quotient), 2)
    }
}
