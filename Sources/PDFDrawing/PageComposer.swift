/// A composer that divides a document into pages and places the document's blocks on them.
///
/// Paragraphs and rows are never divided. The totals of a table are divided only if they are taller than half
/// a page. A paragraph, row or group of totals that does not fit on the current page is placed on a new page.
struct PageComposer {
    typealias Measure = (_ text: String, _ style: TextStyle, _ width: Double) -> TextSize

    static let margin = 56.7  // 20 mm

    let measure: Measure
    private let document: PrintedDocument
    private(set) var pages: [[PageMark]] = []
    /// The vertical position at which the next block begins.
    private var y = 0.0
    private var isPageEmpty = true

    /// Divides a document into pages, and returns the drawing steps for each page.
    static func pages(of document: PrintedDocument, _ measure: @escaping Measure) -> [[PageMark]] {
        var composer = PageComposer(measure: measure, document: document)
        composer.beginPage()
        composer.draw(.begin("Document"))
        if let mark = document.mark { composer.placeMark(mark) }
        for block in document.blocks { composer.place(block) }
        if let mark = document.mark { composer.placeLastMark(mark) }
        composer.draw(.end("Document"))
        return composer.numbered
    }

    // MARK: Places

    var left: Double { Self.margin }
    var right: Double { document.paper.width - Self.margin }
    var width: Double { right - left }
    /// The lower edge of the content area. The page number is below it.
    private var bottom: Double { document.paper.height - Self.margin }

    mutating func draw(_ marks: PageMark...) { pages[pages.count - 1] += marks }

    mutating func addSpace(_ height: Double) {
        if !isPageEmpty { y += height }
    }

    /// Reserves vertical space, and returns the upper edge of the space. If the current page is not empty and
    /// has too little space left, begins a new page first.
    mutating func take(_ height: Double) -> Double {
        if y + height > bottom, !isPageEmpty { beginNextPage() }
        defer { y += height }
        isPageEmpty = false
        return y
    }

    /// Returns whether content of this height fits on the rest of the current page.
    func fits(_ height: Double) -> Bool { y + height <= bottom }

    /// The height of the content area on a page.
    var pageHeight: Double { bottom - Self.margin }

    private mutating func beginPage() {
        pages.append([])
        y = Self.margin
        isPageEmpty = true
    }

    /// Begins a new page, and draws the document's mark at the top if the document has one. Screen readers
    /// skip this repeated mark, because it is not part of the document's structure.
    mutating func beginNextPage() {
        beginPage()
        guard let mark = document.mark else { return }
        y += drawFrame(mark, at: y) + 16
    }

    private var numbered: [[PageMark]] {
        guard pages.count > 1 else { return pages }
        return pages.enumerated().map { index, page in
            let number = PlacedText(
                text: "\(index + 1) / \(pages.count)", style: .small, x: left,
                y: bottom + 16, width: width, alignsRight: true)
            // The number is not content, so it is outside all elements except the document.
            return index == 0 ? page + [.text(number)] : [.text(number)] + page
        }
    }

    // MARK: Blocks

    private mutating func place(_ block: PrintedDocument.Block) {
        switch block {
        case .letterhead(let text): place(text, .letterhead, "H1", before: 16, after: 2)
        case .detail(let text): place(text, .small, "P", before: 0, after: 2)
        case .title(let text): place(text, .title, "H2", before: 20, after: 8)
        case .notice(let text): placeMark(text, after: 8)
        case .paragraph(let text): place(text, .body, "P", before: 4, after: 6)
        case .smallPrint(let text): place(text, .small, "P", before: 4, after: 0)
        case .facts(let facts): place(facts)
        case .table(let table): place(table)
        }
    }

    private mutating func place(
        _ text: String, _ style: TextStyle, _ tag: String, before: Double, after: Double
    ) {
        addSpace(before)
        let top = take(measure(text, style, width).height)
        draw(
            .begin(tag), .text(PlacedText(text: text, style: style, x: left, y: top, width: width)), .end(tag)
        )
        addSpace(after)
    }

    private mutating func placeMark(_ text: String, after space: Double = 0) {
        let top = take(frameHeight(of: text) + space)
        draw(.begin("P"))
        drawFrame(text, at: top)
        draw(.end("P"))
    }

    /// Repeats the document's mark, a framed sentence, below the content if there is room on the last page.
    /// The mark never begins a new page.
    private mutating func placeLastMark(_ text: String) {
        addSpace(14)
        if fits(frameHeight(of: text)) { placeMark(text) }
    }

    private static let padding = 5.0

    private func frameHeight(of text: String) -> Double {
        measure(text, .mark, width - 2 * Self.padding).height + 2 * Self.padding
    }

    /// Draws text in a frame, and returns the frame's height.
    @discardableResult
    private mutating func drawFrame(_ text: String, at top: Double) -> Double {
        let height = frameHeight(of: text)
        draw(
            .frame(x: left, y: top, width: width, height: height),
            .text(
                PlacedText(
                    text: text, style: .mark, x: left + Self.padding, y: top + Self.padding,
                    width: width - 2 * Self.padding)))
        return height
    }
}
