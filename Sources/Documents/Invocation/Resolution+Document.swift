package import InvocationRouter

extension Resolution {
    /// The resolved gift as the value of `resolution` in a JSON document.
    package var document: JSONValue {
        [
            "org": .string(organization.id), "org_name": .string(organization.displayName),
            "fund": JSONValue(fund?.id), "needs_fund_choice": .bool(needsFundChoice),
            "suggested_fund": JSONValue(suggestedFund?.id), "recurring": .bool(recurring),
            "credit": .string(credit.rawValue), "needs_confirmation": .bool(needsConfirmation),
            "warnings": .array(warnings.map(\.document)),
        ]
    }
}

extension ResolutionError {
    /// The error as the value of `error` in a JSON document, without an offset in the URL.
    package var document: JSONValue {
        ["code": .string(code.rawValue), "message": .string(message)]
    }
}
