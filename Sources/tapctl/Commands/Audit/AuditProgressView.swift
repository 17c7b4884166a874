import Documents
import TagRegistry

/// The output of an audit: a line for each tag and, on a terminal, a prompt for each step.
struct AuditProgressView: Sendable {
    let output: OutputOptions
    /// Whether the lines are written to standard error. This is the case if the report is written to standard
    /// output.
    let isQuiet: Bool

    /// Prompts the user to hold the next tag to the reader, or reports that every seat has been seen. If the
    /// tags are audited in the order of the seats, the prompt names the next seat.
    func announce(_ walk: AuditWalk, at standing: BatchRow?) {
        let summary = walk.summary
        let seen = summary.right + summary.wrong
        let ask = standing.map { "\(printable($0.seat)): hold the tag of this seat to the reader" }
        let isComplete = seen == summary.seats
        let parts = [
            ask ?? (isComplete ? "every seat was seen" : "hold the next tag to the reader"),
            "\(seen) of \(summary.seats) seen", "Ctrl-C ends the audit",
        ]
        Terminal.progress(parts.joined(separator: " · "))
    }

    /// Prints the audit's findings about a tag.
    func report(_ sighting: AuditSighting, _ walk: AuditWalk) throws {
        try report(document: sighting.document(of: walk)) { sighting.text(of: walk, style: $0) }
        Terminal.ring(sighting.isRight ? 1 : 2)
    }

    /// Prints the reason that a tag could not be inspected.
    func report(_ failure: BatchFailure, _ walk: AuditWalk) throws {
        try report(document: failure.auditDocument(of: walk)) { style in
            "\(style.yellow("? not read"))  hold the tag to the reader again: \(printable(failure.words))"
        }
        Terminal.ring(2)
    }

    /// Prompts the user to remove the tag from the reader.
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
