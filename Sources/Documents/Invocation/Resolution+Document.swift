package import InvocationRouter

extension Resolution {
    /// A JSON object that describes the resolved gift, for the `resolution` field of a JSON document.
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
    /// A JSON object that describes the error, for the `error` field of a JSON document. It does not contain
    /// an offset in the URL.
    package var document: JSONValue {
        ["code": .string(code.rawValue), "message": .string(message)]
    }
}
