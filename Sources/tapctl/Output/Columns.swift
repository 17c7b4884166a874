import Documents

/// Lines of a label and a value, the values below each other.
///
/// A value of several lines keeps its column.
func columns(_ rows: [(label: String, value: String)], style: Style) -> String {
    let width = rows.map(\.label.count).max() ?? 0
    return rows.map { row in
        let padding = String(repeating: " ", count: width - row.label.count)
        let lines = row.value.split(separator: "\n", omittingEmptySubsequences: false)
        let indent = "\n" + String(repeating: " ", count: width + 2)
        return "\(style.dim(row.label))\(padding)  \(lines.joined(separator: indent))"
    }
    .joined(separator: "\n")
}
