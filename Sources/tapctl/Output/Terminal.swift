import Documents
import TagKit

/// What is said to a person beside the data: on stderr, and progress only where it is a terminal.
enum Terminal {
    /// One line that stays.
    static func say(_ text: String) {
        // Terminal that nobody can hear is no reason to stop work on a tag.
        try? StandardStream.err.write(text + "\n")
    }

    /// A warning, which stays.
    static func warn(_ text: String) {
        say("\(StandardStream.err.style.yellow("warning:")) \(printable(text))")
    }

    /// What is odd about a tag: what hurts as a warning, what only stands there as a note.
    static func report(_ findings: [TagFinding]) {
        warn(of: findings)
        for case .staleBytes(let count) in findings {
            let summary = TagFinding.staleBytes(count: count).summary
            say("note: \(summary); `tapctl tag erase --wipe` zeroes \(count == 1 ? "it" : "them")")
        }
    }

    /// What hurts alone.
    static func warn(of findings: [TagFinding]) {
        for finding in findings {
            if case .staleBytes = finding { continue }
            warn(finding.summary)
        }
    }

    /// An error after an answer that stands on stdout already.
    static func report(_ error: CommandError) {
        try? StandardStream.err.write(error.text(style: StandardStream.err.style))
    }

    /// Ends a command that has already printed its result, with the error if there is one.
    static func end(with error: CommandError?) throws {
        guard let error else { return }
        report(error)
        throw error.exit
    }

    /// A line that the next one replaces; nothing where stderr is no terminal.
    static func progress(_ text: String) {
        guard StandardStream.err.style.isEnabled else { return }
        try? StandardStream.err.write("\r\u{1B}[2K\(StandardStream.err.style.dim(printable(text)))")
    }

    /// Rings the terminal's bell so often; nothing where stderr is no terminal.
    static func ring(_ times: Int) {
        guard StandardStream.err.isTerminal else { return }
        try? StandardStream.err.write(String(repeating: "\u{07}", count: times))
    }

    /// Takes the progress line away.
    static func endProgress() {
        guard StandardStream.err.style.isEnabled else { return }
        try? StandardStream.err.write("\r\u{1B}[2K")
    }
}
