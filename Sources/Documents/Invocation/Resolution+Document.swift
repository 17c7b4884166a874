package import InvocationRouter

extension Resolution {
    /// A JSON object that describes the resolved gift, for the `resolution` field of a JSON document.
    package var document: JSONValue {
        [
            "org": organization.id.json, "org_name": organization.displayName.json,
            "fund": JSONValue(fund?.id), "needs_fund_choice": needsFundChoice.json,
            "suggested_fund": JSONValue(suggestedFund?.id), "recurring": recurring.json,
            "credit": credit.rawValue.json, "needs_confirmation": needsConfirmation.json,
            "warnings": .array(warnings.map(\.document)),
        ]
    }
}

extension ResolutionError {
    /// A JSON object that describes the error, for the `error` field of a JSON document. It does not contain
    /// an offset in the URL.
    package var document: JSONValue {
        ["code": code.rawValue.json, "message": message.json]
    }
}
