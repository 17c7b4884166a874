import Documents
import InvocationRouter

extension Resolution {
    /// Where a gift goes, as documents show it.
    var document: JSONValue {
        [
            "org": .string(organization.id), "org_name": .string(organization.displayName),
            "fund": JSONValue(fund?.id), "needs_fund_choice": .bool(needsFundChoice),
            "suggested_fund": JSONValue(suggestedFund?.id), "recurring": .bool(recurring),
            "credit": .string(credit.rawValue), "needs_confirmation": .bool(needsConfirmation),
            "warnings": .array(warnings.map(\.document)),
        ]
    }

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

extension ResolutionError {
    /// The `error` of a document; it has no place in the URL.
    var document: JSONValue {
        ["code": .string(code.rawValue), "message": .string(message)]
    }
}
