import Documents

extension CommandError {
    /// Returns the error as text for standard error: `error:` with the summary, the reason, and a hint. If
    /// the user declined a confirmation, returns only the summary.
    func text(style: Style) -> String {
        if isChosen { return printable(summary) + "\n" }
        var lines = ["\(style.red("error:")) \(printable(summary))"]
        lines += reason.split(separator: "\n").map { "  " + printable(String($0)) }
        for (index, line) in remedy.split(separator: "\n").enumerated() {
            let label = index == 0 ? style.cyan("hint:") : "     "
            lines.append("  \(label) \(printable(String(line)))")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
