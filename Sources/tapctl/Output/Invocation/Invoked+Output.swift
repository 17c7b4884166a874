import Documents
import InvocationRouter

extension Invoked {
    /// The document of `invoke`; `tag tap` puts the tag before it.
    ///
    /// - Parameter head: What the document begins with, its `object` first.
    func document(head: JSONValue = ["object": "invoke"]) -> JSONValue {
        let found = try? route?.get()
        return
            head
            .adding("ok", .bool(failure == nil && url != nil))
            .adding("url", JSONValue(url))
            .adding("route", JSONValue(found?.kind))
            .adding("name", JSONValue(found?.name))
            .adding("invocation", invocationDocument ?? nil)
            .adding("error", errorDocument ?? nil)
            .adding("resolution", (try? resolution?.get())?.document ?? nil)
            .adding("phones", .array(answers.map { $0.answer.document(of: $0.phone.phone) }))
            .adding("other_phones", .array(others.map(\.document)))
    }

    private var invocationDocument: JSONValue? {
        guard let url, case .success(.gift(let invocation)) = route else { return nil }
        return invocation.document(of: url)
    }

    private var errorDocument: JSONValue? {
        if case .failure(let error) = route { return error.document }
        if case .failure(let error) = resolution { return error.document }
        return nil
    }

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
