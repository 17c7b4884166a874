package import InvocationRouter

extension Invocation {
    /// Returns the JSON document of a parsed URL. The JSON document of a tag's contents also includes it, in
    /// the `invocation` field.
    package func document(of url: String) -> JSONValue {
        [
            "object": "invocation", "ok": true, "url": .string(url), "org": JSONValue(org),
            "org_alias": JSONValue(orgAlias), "fund": JSONValue(fund), "fund_unclear": .bool(fundUnclear),
            "recurring": .bool(recurring), "canonical": JSONValue(canonical), "tag": JSONValue(tag),
            "evidence": evidence?.document ?? nil, "warnings": .array(warnings.map(\.document)),
        ]
    }

    /// Returns the JSON document of a parsed URL or, if parsing failed, of the error.
    package static func document(of url: String, _ result: Result<Invocation, InvocationError>) -> JSONValue {
        switch result {
        case .success(let invocation): invocation.document(of: url)
        case .failure(let error):
            ["object": "invocation", "ok": false, "url": .string(url), "error": error.document]
        }
    }
}

extension InvocationError {
    /// A JSON object that describes the error, for the `error` field of a JSON document.
    package var document: JSONValue {
        ["code": .string(code.rawValue), "offset": .int(offset), "message": .string(message)]
    }
}

extension InvocationWarning {
    /// A JSON object that describes the warning, for the `warnings` array of a JSON document.
    package var document: JSONValue { ["code": .string(code), "name": JSONValue(name)] }
}

extension TapEvidence {
    fileprivate var document: JSONValue {
        switch self {
        case .mirror(let uid, let counter):
            [
                "kind": "mirror", "uid": .string(uidText(uid)),
                "counter": counter.map { .int(Int($0)) } ?? nil,
            ]
        case .sun(let piccData, let cmac):
            ["kind": "sun", "uid": nil, "counter": nil, "picc_data": .hex(piccData), "cmac": .hex(cmac)]
        }
    }
}
