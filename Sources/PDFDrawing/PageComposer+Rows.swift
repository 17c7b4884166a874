extension PageComposer {
    // MARK: Labeled values

    /// Places labels on the left and their values next to them, with a thin line below each row.
    mutating func place(_ facts: [PrintedDocument.Fact]) {
        let widest = facts.map { measure($0.label, $0.isMain ? .main : .label, width).width }.max() ?? 0
        let labelWidth = min(widest, width * 0.45)
        let valueX = left + labelWidth + 24
        draw(.begin("L"))
        for fact in facts {
            let (labelStyle, style): (TextStyle, TextStyle) = fact.isMain ? (.main, .main) : (.label, .body)
            let label = PlacedText(text: fact.label, style: labelStyle, x: left, y: 0, width: labelWidth)
            let value = PlacedText(text: fact.value, style: style, x: valueX, y: 0, width: right - valueX)
            placeRow([("Lbl", label), ("LBody", value)], tag: "LI", padding: 5)
        }
        draw(.end("L"))
        addSpace(10)
    }

    // MARK: Tables

    /// Places a table, and repeats its header on each page. In the document's structure, the part of the
    /// table on each page is a separate table.
    mutating func place(_ table: PrintedDocument.Table) {
        let columns = columns(of: table)
        let rows = table.rows.map { cells($0, columns, .cell) }
        let totals = table.totals.enumerated().map { index, row in
            cells(row, columns, index == table.totals.count - 1 ? .strongCell : .cell)
        }
        let head = cells(table.head, columns, .columnName)
        addSpace(6)
        begin(head, isNext: false)
        for row in rows {
            breakPage(before: rowHeight(row), head)
            placeRow(row.map { ("TD", $0) }, tag: "TR", padding: Self.cellPadding)
        }
        let totalsHeight = totals.map(rowHeight).reduce(0, +)
        if totalsHeight <= pageHeight / 2 { breakPage(before: totalsHeight, head) }
        for (index, row) in totals.enumerated() {
            breakPage(before: rowHeight(row), head)
            if index == 0 || index == totals.count - 1 { drawRule() }
            placeRow(row.map { ("TD", $0) }, tag: "TR", padding: Self.cellPadding)
        }
        draw(.end("Table"))
        addSpace(10)
    }

    private static let cellPadding = 3.25
    /// The horizontal space between two columns, in points.
    private static let gap = 12.0

    private mutating func begin(_ head: [PlacedText], isNext: Bool) {
        // The header and the first row are on the same page.
        if !isNext, !fits(2 * rowHeight(head)) { beginNextPage() }
        draw(.begin("Table"))
        placeRow(head.map { ("TH", $0) }, tag: "TR", padding: Self.cellPadding)
        drawRule()
    }

    private mutating func breakPage(before height: Double, _ head: [PlacedText]) {
        guard !fits(height) else { return }
        draw(.end("Table"))
        beginNextPage()
        begin(head, isNext: true)
    }

    /// Draws a thin line along the upper edge of the next row.
    private mutating func drawRule() {
        draw(.line(y: take(0), from: left, to: right, thickness: 0.8, gray: 0))
    }

    private func rowHeight(_ cells: [PlacedText]) -> Double {
        (cells.map { measure($0.text, $0.style, $0.width).height }.max() ?? 0) + 2 * Self.cellPadding
    }

    private func cells(_ texts: [String], _ columns: [Column], _ style: TextStyle) -> [PlacedText] {
        columns.enumerated().map { index, column in
            PlacedText(
                text: index < texts.count ? texts[index] : "", style: style, x: column.x, y: 0,
                width: column.width, alignsRight: column.isAmount)
        }
    }

    private struct Column {
        var x: Double
        var width: Double
        var isAmount: Bool
    }

    /// Returns the columns of a table.
    ///
    /// The last column before the amounts takes the remaining width, which is at least a fifth of the table's
    /// width. The other columns are as wide as their widest text, if there is enough space.
    private func columns(of table: PrintedDocument.Table) -> [Column] {
        let flexible = max(0, min(table.firstAmount, table.head.count) - 1)
        var widths = table.head.indices.map { column -> Double in
            guard column != flexible else { return 0 }
            let rows = (table.rows + table.totals.dropLast()).filter { column < $0.count }
            let sums = table.totals.suffix(1).filter { column < $0.count }
            // Many cells of a column are equal, and each measurement takes time.
            let measured =
                Set(rows.map { $0[column] }).map { measure($0, .cell, width).width }
                + sums.map { measure($0[column], .strongCell, width).width }
            return max(measured.max() ?? 0, measure(table.head[column], .columnName, width).width)
        }
        let gaps = Self.gap * Double(max(0, widths.count - 1))
        var free = width - gaps - width / 5
        let byWidth = widths.indices.filter { $0 != flexible }.sorted { widths[$0] < widths[$1] }
        for (index, column) in byWidth.enumerated() {
            widths[column] = min(widths[column], free / Double(byWidth.count - index))
            free -= widths[column]
        }
        if widths.indices.contains(flexible) { widths[flexible] = free + width / 5 }
        var x = left
        return widths.enumerated().map { index, width in
            defer { x += width + Self.gap }
            return Column(x: x, width: width, isAmount: index >= table.firstAmount)
        }
    }

    // MARK: Rows

    /// Places texts side by side in a row, and draws a thin line below the row.
    private mutating func placeRow(_ cells: [(tag: String, text: PlacedText)], tag: String, padding: Double) {
        let height = cells.map { measure($0.text.text, $0.text.style, $0.text.width).height }.max() ?? 0
        let top = take(height + 2 * padding)
        draw(.begin(tag))
        for cell in cells {
            var text = cell.text
            text.y = top + padding
            draw(.begin(cell.tag))
            if !text.text.isEmpty { draw(.text(text)) }
            draw(.end(cell.tag))
        }
        draw(.end(tag))
        draw(.line(y: top + height + 2 * padding, from: left, to: right, thickness: 0.4, gray: 0.75))
    }
}
