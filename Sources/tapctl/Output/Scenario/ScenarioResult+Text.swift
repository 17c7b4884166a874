import Documents
import Scenarios
import TimeKit

extension ScenarioResult {
    /// The steps as a table, below each what was not as expected, and the sum of it.
    func text(style: Style) -> String {
        let rows = steps.map { step in
            [
                String(step.line), printable(step.what).prefixed(56), printable(step.result).prefixed(44),
                step.passed ? "ok" : "FAILED",
            ]
        }
        let lines = table([["line", "step", "result", ""]] + rows, style: .plain).split(separator: "\n")
        var text = [style.bold(printable(name)) + "  " + style.dim(printable(file))]
        for (line, step) in zip(lines, [nil] + steps.map(Optional.init)) {
            text.append(
                step.map { $0.passed ? String(line) : style.red(String(line)) } ?? style.dim(String(line)))
            text +=
                step?.checks.filter { !$0.passed }.map { check in
                    "      line \(check.line): \(printable(check.title)): expected "
                        + "\(style.green(printable(check.expected))), found \(style.red(printable(check.found)))"
                } ?? []
        }
        let counts = "\(counted(steps.count, "step")), \(counted(checks.count, "expectation"))"
        let end = passed ? style.green("passed") : style.red("\(failures) failed")
        let requests = requestsOverHTTP.map { "\(counted($0, "request")) over HTTP, " } ?? ""
        text.append("\(end): \(counts), \(requests)virtual clock at \(self.end.iso8601), \(milliseconds) ms")
        return text.joined(separator: "\n")
    }
}

extension String {
    /// At most so many characters, the cut shown.
    fileprivate func prefixed(_ most: Int) -> String { count > most ? prefix(most - 1) + "…" : self }
}
