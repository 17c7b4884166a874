package import InvocationRouter

extension Invocation {
    /// Returns the JSON document of a parsed URL. The JSON document of a tag's contents also includes it, in
    /// the `invocation` field.
    package func document(of url: String) -> JSONValue {
        [
            "object": "invocation", "ok": true, "url": url.json, "org": org.json, "org_alias": orgAlias.json,
            "fund": fund.json, "fund_unclear": fundUnclear.json, "recurring": recurring.json,
            "canonical": canonical.json, "tag": tag.json, "evidence": evidence?.document ?? nil,
            "warnings": .array(warnings.map(\.document)),
        ]
    }

    /// Returns the JSON document of a parsed URL or, if parsing failed, of the error.
    package static func document(of url: String, _ result: Result<Invocation, InvocationError>) -> JSONValue {
        switch result {
        case .success(let invocation): invocation.document(of: url)
        case .failure(let error):
            ["object": "invocation", "ok": false, "url": url.json, "error": error.document]
        }
    }
}

extension InvocationError {
    /// A JSON object that describes the error, for the `error` field of a JSON document.
    package var document: JSONValue {
        ["code": code.rawValue.json, "offset": offset.json, "message": message.json]
    }
}

extension InvocationWarning {
    /// A JSON object that describes the warning, for the `warnings` array of a JSON document.
    package var document: JSONValue { ["code": code.json, "name": name.json] }
}

extension TapEvidence {
    fileprivate var document: JSONValue {
        switch self {
        case .mirror(let uid, let counter):
            [
                "kind": "mirror", "uid": uidText(uid).json, "counter": counter.map { Int($0).json } ?? nil,
            ]
        case .sun(let piccData, let cmac):
            ["kind": "sun", "uid": nil, "counter": nil, "picc_data": .hex(piccData), "cmac": .hex(cmac)]
        }
    }
}
