import DatabaseKit
import Documents
import TagRegistry

extension LockStation.Result {
    /// Why it was not locked; nil where it was, or will be.
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

    /// The document of one tag of `batch lock --json`.
    func document(_ batch: String) -> JSONValue {
        [
            "object": "batch_lock_tag", "batch": .string(batch), "result": .string(name),
            "number": row.map { .int($0.number) } ?? nil, "seat": JSONValue(row?.seat),
            "uid": JSONValue(uid), "code": JSONValue(failure?.code), "message": JSONValue(failure?.words),
        ]
    }

    /// The line of one tag.
    func line(style: Style) -> String {
        let seat = style.bold(row.map { printable($0.seat) } ?? "no seat")
        let tag = [seat, uid ?? ""].filter { !$0.isEmpty }.joined(separator: "  ")
        let words = printable(failure?.words ?? "")
        switch outcome {
        case .locked: return "\(style.green("locked"))   \(tag)"
        case .lockedAlready: return "\(style.green("locked"))   \(tag)  was locked before"
        case .needsCanary: return "\(style.yellow("tap it"))   \(tag)  the first tag is tried with a phone"
        case .refused: return "\(style.red("refused"))  \(tag)  \(words)"
        case .left: return "\(style.yellow("left"))     \(tag)  hold it up again: \(words)"
        }
    }
}
