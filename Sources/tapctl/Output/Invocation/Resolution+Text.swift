import Documents
import InvocationRouter

extension Resolution {
    /// The same for people, one line a fact.
    func lines(style: Style) -> [(label: String, value: String)] {
        var lines = [
            ("goes to", style.bold(printable(organization.displayName))),
            (
                "for",
                fund.map { printable($0.name) }
                    ?? "a fund that the giver has to choose"
                    + (suggestedFund.map { "; \(printable($0.name)) is offered" } ?? "")
            ),
        ]
        if credit != .none { lines.append(("seat", credit == .proven ? "proven" : "counted")) }
        if needsConfirmation { lines.append(("asks", "whether this name is the one that is meant")) }
        return lines + warnings.map { ("note", $0.summary) }
    }
}
