import Documents

/// Returns rows of cells as a table with aligned columns. The first row is the header. Columns with a header
/// in `numbers` contain amounts, counts or times, and are right-aligned. On a narrow terminal, the columns
/// with a header in `shrinking` are narrowed, in the order of that array.
func table(
    _ rows: [[String]], numbers: Set<String> = [], shrinking: [String] = [], style: Style
) -> String {
    guard let head = rows.first else { return "" }
    var rows = rows
    var widths = head.indices.map { column in
        rows.map { column < $0.count ? shownWidth($0[column]) : 0 }.max() ?? 0
    }
    if let room = style.columns {
        for name in shrinking {
            guard let column = head.firstIndex(of: name) else { continue }
            let excess = widths.reduce(2 * (widths.count - 1), +) - room
            guard excess > 0, widths[column] > leastWidth else { continue }
            widths[column] = max(leastWidth, widths[column] - excess)
            for row in rows.indices { rows[row][column] = cut(rows[row][column], to: widths[column]) }
        }
    }
    let lines = rows.map { row in
        row.enumerated().map { column, cell in
            let padding = String(repeating: " ", count: widths[column] - shownWidth(cell))
            if numbers.contains(head[column]) { return padding + cell }
            return column == row.count - 1 ? cell : cell + padding
        }.joined(separator: "  ")
    }
    return ([style.dim(lines[0])] + lines.dropFirst()).joined(separator: "\n")
}

/// The minimum width of a column that is narrowed, in characters.
private let leastWidth = 8

/// Returns the number of visible characters in a cell. `ESC [ … m` sequences and the Unicode isolates around
/// names do not count.
private func shownWidth(_ cell: String) -> Int {
    let cell = cell.filter { $0 != "\u{2068}" && $0 != "\u{2069}" }
    guard cell.contains("\u{1B}") else { return cell.count }
    var width = 0
    var isSequence = false
    for character in cell {
        if character == "\u{1B}" { isSequence = true }
        if !isSequence { width += 1 }
        if character == "m" { isSequence = false }
    }
    return width
}

/// Returns a cell truncated to a width. Color escape sequences and isolates (U+2068, U+2069) are kept and do
/// not count toward the width.
private func cut(_ cell: String, to width: Int) -> String {
    guard shownWidth(cell) > width else { return cell }
    var (short, count, isSequence) = ("", 0, false)
    for character in cell {
        if character == "\u{1B}" { isSequence = true }
        if isSequence || character == "\u{2068}" || character == "\u{2069}" {
            short.append(character)
            if character == "m" { isSequence = false }
        } else {
            count += 1
            if count < width { short.append(character) } else if count == width { short.append("…") }
        }
    }
    return short
}

/// Returns basis points as a percentage with two decimals, such as `12.05%`.
func percentage(_ points: Int64) -> String {
    let rest = points % 100
    return "\(points / 100).\(rest < 10 ? "0" : "")\(rest)%"
}

/// A line of text with a label.
typealias LabeledLine = (label: String, value: String)

/// Returns lines with labels, in the given order. A line whose value is nil is omitted.
func labeled(_ lines: KeyValuePairs<String, String?>) -> [LabeledLine] {
    lines.compactMap { label, value in value.map { (label, $0) } }
}

/// Returns text in which each label is followed by its value. The values are aligned in a column.
///
/// In a multi-line value, all lines are aligned with the first one.
func columns(_ rows: [LabeledLine], style: Style) -> String {
    let width = rows.map(\.label.count).max() ?? 0
    return rows.map { row in
        let padding = String(repeating: " ", count: width - row.label.count)
        let lines = row.value.split(separator: "\n", omittingEmptySubsequences: false)
        let indent = "\n" + String(repeating: " ", count: width + 2)
        return "\(style.dim(row.label))\(padding)  \(lines.joined(separator: indent))"
    }
    .joined(separator: "\n")
}
