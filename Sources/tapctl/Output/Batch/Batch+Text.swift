import DatabaseKit
import DataFolderKit
import Documents
import TagRegistry
import TextKit
import TimeKit

extension BatchPlan {
    /// Returns the planned batch as human-readable lines, each with a label and a value. `isKept` is true if
    /// the batch was stored, and false for a dry run.
    func lines(isKept: Bool) -> [LabeledLine] {
        let seats = rows.first.map { first in
            rows.count == 1 ? first.seat : "\(first.seat) to \(rows.last?.seat ?? first.seat)"
        }
        let isSecret = batch.protection == .password
        let next =
            (isSecret ? "run `tapctl secret new FILE` once; then " : "")
            + "`tapctl batch run \(printable(batch.name.shellWord))\(isSecret ? " --secret FILE" : "")` writes the tags"
        return labeled([
            "batch": printable(batch.name), "seats": "\(rows.count): \(printable(seats ?? ""))",
            "campus": rows.campusLines, "points to": aims, "chips": batch.products.joined(separator: ", "),
            "protection": batch.protection.words,
            "first tag": batch.isManaged ? rows.first.map { printable($0.url) } : nil,
            "next": isKept ? next : "nothing was saved (--dry-run)",
        ])
    }

    /// The destinations with the most seats, each with its number of seats.
    private var aims: String {
        seatLines(destinations.isEmpty ? rows.map(\.url) : destinations.compactMap { $0.aim?.url })
    }
}

extension [BatchRow] {
    /// The campuses with the most seats, each with its number of seats, and the number of seats without a
    /// campus. Nil if no seat has a campus.
    var campusLines: String? {
        let campuses = compactMap(\.campus)
        guard !campuses.isEmpty else { return nil }
        let elsewhere = count - campuses.count
        return seatLines(campuses) + (elsewhere > 0 ? "\nnone  \(counted(elsewhere, "seat"))" : "")
    }
}

/// Returns the most frequent values, at most four, one per line, each with its number of seats. If there are
/// more values, a last line contains the number of omitted values.
private func seatLines(_ values: [String]) -> String {
    let counts = seatCounts(values)
    let shown = counts.prefix(4).map { "\(printable($0.value))  \(counted($0.seats, "seat"))" }
    let more = counts.count > shown.count ? ["and \(counts.count - shown.count) more"] : []
    return (shown + more).joined(separator: "\n")
}

extension BatchDetails: CommandResult {
    /// Returns the batch as human-readable text. Lists are truncated after twenty lines.
    func text(style: Style) -> String {
        var parts = [columns(lines, style: style)]
        if !failures.isEmpty {
            let rows = failures.prefix(Self.mostShown).map { entry in
                [
                    entry.row.map(String.init) ?? "", entry.uid ?? "no UID", entry.failure?.code ?? "",
                    printable(entry.failure?.words ?? ""),
                ]
            }
            parts.append(table([["row", "rejected", "why", ""]] + rows, style: style))
            if failures.count > rows.count {
                parts.append("and \(failures.count - rows.count) more; --json lists all")
            }
        }
        return parts.joined(separator: "\n\n")
    }

    private var lines: [LabeledLine] {
        let states = [
            (counts.writing, "started but not finished"), (counts.setAside, "rejected"),
            (notGenuine, "not genuine"), (doubled, "with a UID that may be on two chips"),
            (withPassword, "with a password"), (locked, "permanently locked"),
        ]
        let seats = missing.prefix(Self.mostShown).map { printable($0.seat) }.joined(separator: ", ")
        let more = missing.count > Self.mostShown ? " and \(missing.count - Self.mostShown) more" : ""
        return [
            ("batch", printable(batch.name)), ("written", "\(counts.verified) of \(counts.rows)"),
        ] + states.filter { $0.0 > 0 }.map { ("", "\($0.0) \($0.1)") }
            + labeled([
                "campus": rows.campusLines, "protection": batch.protection.words,
                "chips": batch.products.joined(separator: ", "),
                "missing": missing.isEmpty ? "nothing" : seats + more,
            ])
    }

    private static let mostShown = 20
}
