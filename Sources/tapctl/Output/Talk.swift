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

    /// A line that the next one replaces; nothing where stderr is no terminal.
    static func progress(_ text: String) {
        guard StandardStream.err.style.isEnabled else { return }
        try? StandardStream.err.write("\r\u{1B}[2K\(StandardStream.err.style.dim(text))")
    }

    /// Takes the progress line away.
    static func endProgress() {
        guard StandardStream.err.style.isEnabled else { return }
        try? StandardStream.err.write("\r\u{1B}[2K")
    }
}
