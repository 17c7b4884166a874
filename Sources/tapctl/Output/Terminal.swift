import Documents
import TagKit

/// Messages to a person in addition to the data: on stderr, with progress only if it is a terminal.
enum Terminal {
    /// Prints a permanent line.
    static func say(_ text: String) {
        // A failure to print a message must not stop work on a tag.
        try? StandardStream.err.write(text + "\n")
    }

    /// Prints a warning, which is permanent.
    static func warn(_ text: String) {
        say("\(StandardStream.err.style.yellow("warning:")) \(printable(text))")
    }

    /// Prints the findings about a tag: harmful ones as warnings, others as notes.
    static func report(_ findings: [TagFinding]) {
        warn(of: findings)
        for case .staleBytes(let count) in findings {
            let summary = TagFinding.staleBytes(count: count).summary
            say("note: \(summary); `tapctl tag erase --wipe` zeroes \(count == 1 ? "it" : "them")")
        }
    }

    /// Prints only the harmful findings.
    static func warn(of findings: [TagFinding]) {
        for finding in findings {
            if case .staleBytes = finding { continue }
            warn(finding.summary)
        }
    }

    /// Prints an error after the output is already on stdout.
    static func report(_ error: CommandError) {
        try? StandardStream.err.write(error.text(style: StandardStream.err.style))
    }

    /// Ends a command whose output is already on stdout, if there is an error.
    static func end(with error: CommandError?) throws {
        guard let error else { return }
        report(error)
        throw error.exit
    }

    /// Prints a line that the next one replaces; does nothing if stderr is not a terminal.
    static func progress(_ text: String) {
        guard StandardStream.err.style.isEnabled else { return }
        try? StandardStream.err.write("\r\u{1B}[2K\(StandardStream.err.style.dim(printable(text)))")
    }

    /// Rings the terminal's bell a number of times; does nothing if stderr is not a terminal.
    static func ring(_ times: Int) {
        guard StandardStream.err.isTerminal else { return }
        try? StandardStream.err.write(String(repeating: "\u{07}", count: times))
    }

    /// Clears the progress line.
    static func endProgress() {
        guard StandardStream.err.style.isEnabled else { return }
        try? StandardStream.err.write("\r\u{1B}[2K")
    }
}
