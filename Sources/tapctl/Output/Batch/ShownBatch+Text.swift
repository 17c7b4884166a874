import DataFolderKit
import DatabaseKit
import Documents
import TagRegistry
import TimeKit

extension ShownBatch {
    /// The text for people. Long lists are cut after twenty.
    func text(style: Style) -> String {
        var parts = [columns(lines, style: style)]
        if !failures.isEmpty {
            let rows = failures.prefix(Self.mostShown).map { entry in
                [
                    entry.row.map(String.init) ?? "", entry.uid ?? "no UID", entry.failure?.code ?? "",
                    printable(entry.failure?.words ?? ""),
                ]
            }
            parts.append(table([["row", "set aside", "why", ""]] + rows, style: style))
            if failures.count > rows.count {
                parts.append("and \(failures.count - rows.count) more (--json)")
            }
        }
        return parts.joined(separator: "\n\n")
    }

    private var lines: [(label: String, value: String)] {
        var lines = [
            ("batch", printable(batch.name)), ("written", "\(counts.verified) of \(counts.rows)"),
        ]
        let states = [
            (counts.writing, "begun"), (counts.setAside, "set aside"), (notGenuine, "not genuine"),
            (doubled, "with a UID that was seen twice"), (withPassword, "with a password"),
            (locked, "permanently locked"),
        ]
        lines += states.filter { $0.0 > 0 }.map { ("", "\($0.0) \($0.1)") }
        if let campuses = rows.campusLines { lines.append(("campus", campuses)) }
        lines.append(("protection", batch.protection.words))
        lines.append(("chips", batch.products.joined(separator: ", ")))
        if missing.isEmpty {
            lines.append(("missing", "nothing"))
        } else {
            let seats = missing.prefix(Self.mostShown).map { printable($0.seat) }.joined(separator: ", ")
            let more = missing.count > Self.mostShown ? " and \(missing.count - Self.mostShown) more" : ""
            lines.append(("missing", seats + more))
        }
        return lines
    }

    private static let mostShown = 20
}
