import DatabaseKit
import Documents
import InvocationRouter
import TagRegistry
import TagSecurity

extension TagResult {
    /// Whether the tag is programmed and ready for its seat.
    var isGood: Bool {
        switch outcome {
        case .verified, .doneAlready: true
        case .setAside, .left, .notRead, .noRowLeft: false
        }
    }

    /// The stable name of the result in JSON documents.
    var name: String {
        switch outcome {
        case .verified: "verified"
        case .doneAlready: "done_already"
        case .setAside: "set_aside"
        case .left: "left"
        case .notRead: "not_read"
        case .noRowLeft: "no_row_left"
        }
    }

    /// The reason that the tag was not programmed; nil if it was programmed, or if no row needs a tag.
    var failure: BatchFailure? {
        switch outcome {
        case .setAside(let failure), .left(let failure), .notRead(let failure): failure
        case .verified, .doneAlready, .noRowLeft: nil
        }
    }

    /// Returns the JSON document that `tapctl batch run --json` prints for one tag.
    func document(_ batch: Batch, reader: String) -> JSONValue {
        [
            "object": "batch_tag", "batch": batch.name.json, "result": name.json,
            "number": JSONValue(row?.number), "seat": JSONValue(row?.seat),
            "url": JSONValue(row?.url), "uid": uid.json, "chip": product.json,
            "signature": JSONValue(originality?.code), "code": JSONValue(failure?.code),
            "message": JSONValue(failure?.words), "released": released.json,
            "pages_written": pagesWritten.json, "commands": commands.json, "reader": reader.json,
        ]
    }

    /// Returns the line about one tag: the result in words, the seat, the tag's chip and UID, and, if the tag
    /// was not programmed, the reason. Parts that are not known or do not apply are omitted.
    func line(_ counts: BatchCounts, style: Style) -> String {
        let seat = row.map { printable($0.seat) } ?? "no seat"
        let tag = [product, uid].compactMap(\.self).map(printable).joined(separator: "  ")
        let words = failure.map { "  \(printable($0.words))" } ?? ""
        switch outcome {
        case .verified:
            let count = style.dim("\(counts.verified)/\(counts.rows)")
            return "\(style.green("verified"))   \(style.bold(seat))  \(tag)  \(count)\(marks(style))"
        case .doneAlready: return "\(style.green("done"))       \(style.bold(seat))  \(tag)  was already done"
        case .setAside: return "\(style.red("rejected"))   \(tag)\(words)"
        case .left:
            return
                "\(style.yellow("removed"))    \(style.bold(seat))  \(tag)  hold it to the reader again:\(words)"
        case .notRead: return "\(style.yellow("not read")) \(words)"
        case .noRowLeft: return "\(style.yellow("no seat"))    \(tag)  no seat is waiting for a tag"
        }
    }

    /// Returns the notes at the end of a written tag's line.
    private func marks(_ style: Style) -> String {
        var marks = ""
        if case .notGenuine = originality { marks += "  \(style.yellow("not genuine"))" }
        if let released { marks += "  in place of \(released)" }
        return marks
    }
}

extension TagLocker.Result {
    /// The reason that the tag was not locked. Nil if the tag is locked, or if a person must first tap it
    /// with a phone.
    var failure: BatchFailure? {
        switch outcome {
        case .refused(let failure), .left(let failure): failure
        case .locked, .lockedAlready, .needsCanary: nil
        }
    }

    private var name: String {
        switch outcome {
        case .locked: "locked"
        case .lockedAlready: "locked_already"
        case .needsCanary: "needs_canary"
        case .refused: "refused"
        case .left: "left"
        }
    }

    /// Returns the JSON document that `tapctl batch lock --json` prints for one tag.
    func document(_ batch: String) -> JSONValue {
        [
            "object": "batch_lock_tag", "batch": batch.json, "result": name.json,
            "number": JSONValue(row?.number), "seat": JSONValue(row?.seat),
            "uid": uid.json, "code": JSONValue(failure?.code), "message": JSONValue(failure?.words),
        ]
    }

    /// Returns the line that `tapctl batch lock` prints for one tag.
    func line(style: Style) -> String {
        let seat = style.bold(row.map { printable($0.seat) } ?? "no seat")
        let tag = [seat, uid ?? ""].filter { !$0.isEmpty }.joined(separator: "  ")
        let words = printable(failure?.words ?? "")
        switch outcome {
        case .locked: return "\(style.green("locked"))   \(tag)"
        case .lockedAlready: return "\(style.green("locked"))   \(tag)  was already locked"
        case .needsCanary:
            return "\(style.yellow("tap it"))   \(tag)  tap this tag with a phone before it is locked"
        case .refused: return "\(style.red("refused"))  \(tag)  \(words)"
        case .left: return "\(style.yellow("removed"))  \(tag)  hold it to the reader again: \(words)"
        }
    }
}

extension [RewrittenRow] {
    /// The `rewritten` list in the JSON document of `tapctl batch new`, with one element per row.
    var document: JSONValue {
        .array(
            map { row in
                [
                    "line": row.line.json, "seat": row.seat.json,
                    "url": row.url.json, "changes": row.changes.document,
                ]
            })
    }

    /// The changes to the rows' URLs as human-readable lines. Rows with the same changes share a line. If
    /// there are more than 50 lines, a last line contains the number of omitted lines.
    var notes: [String] {
        let notes = Dictionary(grouping: enumerated(), by: { Rewriting($0.element) })
            .map { (first: $0.value[0].offset, rows: $0.value.map(\.element)) }
            .sorted { $0.first < $1.first }
            .map { Self.place(of: $0.rows) + ": " + $0.rows[0].sentence }
        return notes.count > 50
            ? notes.prefix(50) + ["and \(notes.count - 50) more; --json lists all"] : notes
    }

    private struct Rewriting: Hashable {
        let url: String
        let changes: [URLRewrite.Change]

        init(_ row: RewrittenRow) { (url, changes) = (row.url, row.changes) }
    }

    private static func place(of rows: [RewrittenRow]) -> String {
        let lines = rows.compactMap(\.line)
        if rows.count == 1 {
            let seat = rows[0].seat.escapedForDisplay()
            return lines.first.map { "line \($0): \(seat)" } ?? seat
        }
        guard !lines.isEmpty else { return "\(rows.count) seats" }
        let more = lines.count > 10 ? " and \(lines.count - 10) more" : ""
        return "lines " + lines.prefix(10).map(String.init).joined(separator: ", ") + more
    }
}

extension RewrittenRow {
    fileprivate var sentence: String {
        "the URL becomes \(url): " + changes.map(\.summary).joined(separator: "; ")
    }
}
