import HTMLKit

/// A bar chart in SVG, followed by a table of the same values.
///
/// It contains no script and no inline styles, because the page's content security policy forbids both.
struct BarChart: Hashable {
    struct Bar: Hashable {
        /// The label of the bar. The chart truncates a long label when it draws the label below the bar.
        var label: String
        /// The value that the bar's height represents. A negative value is drawn as 0.
        var value: Int64
        /// The value as displayed.
        var shown: String
        /// The total that includes `value`. The chart draws it as a lighter bar in the background, unless it
        /// is 0.
        var whole: Int64 = 0
    }

    var title: String
    /// The heading of the table column for the labels.
    var labels: String
    /// The heading of the table column for the values.
    var values: String
    var bars: [Bar]
    /// Whether a chart that is too wide for the screen is initially scrolled to its end, for example to show
    /// the newest bars.
    var beginsAtEnd = false

    /// The width and height of the chart, in SVG units. The chart scales with the page.
    private static let (width, height) = (640, 200)
    private static let (top, bottom) = (22, 24)
    private static let thickest = 72
    private static let longestLabel = 14
    /// The maximum number of bars that fit on a phone's screen. A chart with more bars scrolls sideways.
    private static let fewBars = 4

    var html: HTML {
        guard !bars.isEmpty else { return .empty }
        let rows = bars.map { bar -> [HTML] in ["\(bar.label)", "\(bar.shown)"] }
        let table = AdminTable(caption: title, columns: [.init(words: labels), .number(values)], rows: rows)
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

    /// The HTML attributes that let users scroll a wide chart sideways, including with the keyboard.
    private var moved: HTML {
        " class=\"\(beginsAtEnd ? "many ending" : "many")\" role=\"region\" aria-label=\"Chart: \(title)\" tabindex=\"0\""
    }

    /// The chart without the table.
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
                <text class="value" x="\(middle)" y="\(floor - max(height, wholeHeight) - 6)" text-anchor="middle">\(isCrowded || bar.value == 0 ? "" : bar.shown)</text>
                <text x="\(middle)" y="\(Self.height - 6)" text-anchor="middle">\(bar.label.cut(to: Self.longestLabel))</text></g>
                """
        }
        return """
            <svg viewBox="0 0 \(Self.width) \(Self.height)" role="img" aria-label="\(title)">
            <desc>\(bars.map { "\($0.label): \($0.shown)" }.joined(separator: "; "))</desc>
            <line class="grid" x1="0" y1="\(Self.top + room)" x2="\(Self.width)" y2="\(Self.top + room)"/>
            \(drawn)
            </svg>
            """
    }

    /// Whether the values above the bars would overlap. If so, the values are omitted. Charts with few bars
    /// have larger text, which needs more room.
    private var isCrowded: Bool {
        let step = Self.width / max(bars.count, 1)
        let widthOfCharacter = bars.count > Self.fewBars ? 7 : 11
        let gap = 6
        return (bars.map(\.shown.count).max() ?? 0) * widthOfCharacter + gap > step
    }

    /// Returns the length of the bar for `value` in SVG units, rounded down. The largest value, `most`, has
    /// the length `room`. A positive value has a length of at least 2, so that its bar stays visible.
    static func length(of value: Int64, most: Int64, room: Int) -> Int {
        guard value > 0, most > 0 else { return 0 }
        let (high, low) = value.multipliedFullWidth(by: Int64(room))
        let (quotient, _) = most.dividingFullWidth((high, low))
        return max(Int(quotient), 2)
    }
}
