import Documents
import TagRegistry

/// What a walk tells: a line for each tag, and on the terminal what is to be done next.
struct AuditProgressView: Sendable {
    let output: OutputOptions
    /// The report alone goes to standard output, and the lines to standard error.
    let isQuiet: Bool

    /// Says what the walk waits for.
    func announce(_ walk: AuditWalk, at standing: BatchRow?) {
        let summary = walk.summary
        let seen = summary.right + summary.wrong
        let ask = standing.map { "\(printable($0.seat)): hold its tag to the reader" }
        let isComplete = seen == summary.seats
        let parts = [
            ask ?? (isComplete ? "every seat was seen" : "hold the next tag to the reader"),
            "\(seen) of \(summary.seats) seen", "Ctrl-C ends the walk",
        ]
        Terminal.progress(parts.joined(separator: " · "))
    }

    /// Tells what was found.
    func report(_ sighting: AuditSighting, _ walk: AuditWalk) throws {
        try report(document: sighting.document(of: walk)) { sighting.text(of: walk, style: $0) }
        Terminal.ring(sighting.isRight ? 1 : 2)
    }

    /// Tells that nothing was learned of a tag.
    func report(_ failure: BatchFailure, _ walk: AuditWalk) throws {
        try report(document: failure.auditDocument(of: walk)) { style in
            "\(style.yellow("? not read"))  hold it up again: \(printable(failure.words))"
        }
        Terminal.ring(2)
    }

    /// Says that the tag can go.
    func askToRemove() { Terminal.progress("remove the tag") }

    private func report(document: JSONValue, _ text: (Style) -> String) throws {
        Terminal.endProgress()
        let stream = StandardStream.out
        if output.json {
            try stream.write(document.text + "\n")
        } else if isQuiet {
            Terminal.say(text(StandardStream.err.style))
        } else {
            try stream.write(text(stream.style) + "\n")
        }
    }
}
