import Foundation

/// A table of measurements next to those of a peer, with the limits that must hold.
public struct BenchmarkTable {
    private struct Row {
        var cells: [String]
        var holds: Bool
    }

    private let title: String
    private let columns: [String]
    private var rows: [Row] = []

    /// Creates a table with a title and the columns' headings.
    public init(_ title: String, columns: [String]) {
        self.title = title
        self.columns = columns
    }

    /// Adds a row. `holds` is whether its figures are within their limits.
    public mutating func add(_ cells: [String], holds: Bool = true) {
        rows.append(Row(cells: cells + [holds ? "ok" : "OVER"], holds: holds))
    }

    /// Prints the table, and exits with 1 if a limit did not hold.
    public func printAndExit() -> Never {
        let all = [columns + [""]] + rows.map(\.cells)
        let widths = all[0].indices.map { column in all.map { $0[column].count }.max() ?? 0 }
        print(title)
        for cells in all {
            let line = zip(cells, widths).enumerated().map { index, cell in
                let padding = String(repeating: " ", count: cell.1 - cell.0.count)
                return index == 0 ? cell.0 + padding : padding + cell.0
            }
            print("  " + line.joined(separator: "   "))
        }
        exit(rows.allSatisfy(\.holds) ? 0 : 1)
    }
}
