import Documents
import TagRegistry
import TagSecurity

extension TagResult {
    /// Whether the tag can go to its place.
    var isGood: Bool {
        switch outcome {
        case .verified, .doneAlready: true
        case .setAside, .left, .notRead, .noRowLeft: false
        }
    }

    /// A stable name of what came of it.
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

    /// Why it was not taken; nil where it was.
    var failure: BatchFailure? {
        switch outcome {
        case .setAside(let failure), .left(let failure), .notRead(let failure): failure
        case .verified, .doneAlready, .noRowLeft: nil
        }
    }

    /// The document of one tag of `batch run --json`.
    func document(_ batch: Batch, reader: String) -> JSONValue {
        [
            "object": "batch_tag", "batch": .string(batch.name), "result": .string(name),
            "number": row.map { .int($0.number) } ?? nil, "seat": JSONValue(row?.seat),
            "url": JSONValue(row?.url), "uid": JSONValue(uid), "chip": JSONValue(product),
            "signature": JSONValue(originality?.code), "code": JSONValue(failure?.code),
            "message": JSONValue(failure?.words), "released": JSONValue(released),
            "pages_written": .int(pagesWritten), "commands": .int(commands), "reader": .string(reader),
        ]
    }

    /// The line of one tag: what came of it in words, the seat, the tag, and why.
    func line(_ counts: BatchCounts, style: Style) -> String {
        let seat = row.map { printable($0.seat) } ?? "no seat"
        let tag = [product, uid].compactMap(\.self).map(printable).joined(separator: "  ")
        let words = failure.map { "  \(printable($0.words))" } ?? ""
        switch outcome {
        case .verified:
            let count = style.dim("\(counts.verified)/\(counts.rows)")
            return "\(style.green("verified"))   \(style.bold(seat))  \(tag)  \(count)\(marks(style))"
        case .doneAlready: return "\(style.green("done"))       \(style.bold(seat))  \(tag)  was done before"
        case .setAside: return "\(style.red("set aside"))  \(tag)\(words)"
        case .left:
            return "\(style.yellow("left"))       \(style.bold(seat))  \(tag)  hold it up again:\(words)"
        case .notRead: return "\(style.yellow("not read")) \(words)"
        case .noRowLeft: return "\(style.yellow("no seat"))    \(tag)  no seat waits for a tag"
        }
    }

    /// What a person should know of a tag that was written.
    private func marks(_ style: Style) -> String {
        var marks = ""
        if case .notGenuine = originality { marks += "  \(style.yellow("not genuine"))" }
        if let released { marks += "  in place of \(released)" }
        return marks
    }
}
