import TagKit

/// What is said to a person beside the data: on stderr, and progress only where it is a terminal.
enum Talk {
    /// One line that stays.
    static func say(_ text: String) {
        // Talk that nobody can hear is no reason to stop work on a tag.
        try? StandardStream.err.write(text + "\n")
    }

    /// A warning, which stays.
    static func warn(_ text: String) {
        say("\(StandardStream.err.style.yellow("warning:")) \(printable(text))")
    }

    /// What is odd about a tag: what hurts as a warning, what only costs room as a note.
    static func tell(_ findings: [TagFinding]) {
        for finding in findings {
            switch finding {
            case .staleBytes: say("note: \(printable(finding.summary))")
            default: warn(finding.summary)
            }
        }
    }

    /// An error after an answer that stands on stdout already.
    static func tell(_ error: CommandError) {
        try? StandardStream.err.write(error.text(style: StandardStream.err.style))
    }

    /// A line that the next one replaces; nothing where stderr is no terminal.
    static func progress(_ text: String) {
        guard StandardStream.err.style.isEnabled else { return }
        try? StandardStream.err.write("\r\u{1B}[2K\(StandardStream.err.style.dim(printable(text)))")
    }

    /// Takes the progress line away.
    static func endProgress() {
        guard StandardStream.err.style.isEnabled else { return }
        try? StandardStream.err.write("\r\u{1B}[2K")
    }
}
