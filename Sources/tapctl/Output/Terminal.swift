import Documents
import TagKit

/// Messages to a person, printed on stderr separately from the data on stdout. Progress is printed only if
/// stderr is a terminal.
enum Terminal {
    /// Prints a line that stays on the terminal.
    static func say(_ text: String) {
        // A failure to print a message must not stop work on a tag.
        try? StandardStream.err.write(text + "\n")
    }

    /// Prints notes, each on a line that stays on the terminal.
    static func note(_ notes: [String]) {
        for note in notes { say("note: \(note)") }
    }

    /// Prints a warning that later progress lines do not replace.
    static func warn(_ text: String) {
        say("\(StandardStream.err.style.yellow("warning:")) \(printable(text))")
    }

    /// Prints the findings about a tag: harmful findings as warnings, and other findings as notes.
    static func report(_ findings: [TagFinding]) {
        warn(of: findings)
        for case .staleBytes(let count) in findings {
            let summary = TagFinding.staleBytes(count: count).summary
            let which = count == 1 ? "it" : "them"
            say("note: \(summary); `tapctl tag erase --wipe` overwrites \(which) with zeros")
        }
    }

    /// Prints the findings about a tag as warnings, except for leftover bytes, which are harmless.
    static func warn(of findings: [TagFinding]) {
        for finding in findings {
            if case .staleBytes = finding { continue }
            warn(finding.summary)
        }
    }

    /// Prints an error on stderr.
    static func report(_ error: CommandError) {
        try? StandardStream.err.write(error.text(style: StandardStream.err.style))
    }

    /// Prints an error on stderr, and throws the error's exit code to end the command. Does nothing if the
    /// error is nil.
    static func end(with error: CommandError?) throws {
        guard let error else { return }
        report(error)
        throw error.exit
    }

    /// Prints a progress line, which the next line replaces. Does nothing if escape sequences are disabled
    /// for stderr, for example because stderr is not a terminal.
    static func progress(_ text: String) {
        guard StandardStream.err.style.isEnabled else { return }
        try? StandardStream.err.write("\r\u{1B}[2K\(StandardStream.err.style.dim(printable(text)))")
    }

    /// Rings the terminal's bell `times` times. Does nothing if stderr is not a terminal.
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
