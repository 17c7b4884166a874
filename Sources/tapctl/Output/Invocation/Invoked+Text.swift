import Documents
import InvocationRouter

extension Invoked {
    /// The text: what the URL says, where a gift goes, and what each phone does.
    func text(style: Style) -> String {
        var parts: [String] = []
        if let url { parts.append(style.cyan(printable(url))) }
        var lines = (try? route?.get())?.lines(style: style) ?? []
        if let resolution = try? resolution?.get() { lines += resolution.lines(style: style) }
        if !hasDirectory, case .success(.gift) = route {
            lines.append(("goes to", "not looked up: there is no directory of organizations here"))
        }
        if !lines.isEmpty { parts.append(columns(lines, style: style)) }
        parts.append(
            columns(answers.map { ($0.phone.name, $0.answer.text(style: style)) }, style: style))
        if !others.isEmpty {
            let rows = others.map { ("  " + $0.name, $0.text(style: style)) }
            parts.append("In other circumstances:\n" + columns(rows, style: style))
        }
        return parts.joined(separator: "\n\n")
    }
}
