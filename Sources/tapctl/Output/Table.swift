/// Rows of cells in columns, the first row a head; numbers are not aligned apart.
func table(_ rows: [[String]], style: Style) -> String {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
        rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    let lines = rows.map { row in
        let cells = row.enumerated().map { index, cell in
            index == row.count - 1 ? cell : cell + String(repeating: " ", count: widths[index] - cell.count)
        }
        return cells.joined(separator: "  ")
    }
    guard let head = lines.first else { return "" }
    return ([style.dim(head)] + lines.dropFirst()).joined(separator: "\n")
}

extension JSONValue {
    /// One page of a list.
    static func list(_ documents: [JSONValue], hasMore: Bool) -> JSONValue {
        ["object": "list", "has_more": .bool(hasMore), "data": .array(documents)]
    }
}
