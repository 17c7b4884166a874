package import InvocationRouter

extension URLCheck {
    /// The JSON document of a checked URL.
    package var document: JSONValue {
        [
            "object": "url_check", "ok": isGood.json, "url": url.json,
            "problems": .array(problems.map(\.document)), "warnings": .array(warnings.map(\.document)),
            "suggestion": suggestion.json, "area_bytes": JSONValue(budget?.areaBytes),
            "used_bytes": JSONValue(budget?.usedBytes),
            "free_bytes": JSONValue(budget?.freeBytes), "fits": JSONValue(budget?.fits),
            "shortenings": .array(
                shortenings.map { shortening in
                    [
                        "change": shortening.change.rawValue.json, "saves_octets": shortening.savesBytes.json,
                        "is_enough": shortening.isEnough.json,
                    ]
                }),
        ]
    }
}

extension URLCheck.Problem {
    /// The stable code of the problem.
    private var code: String {
        switch self {
        case .refused(let error): error.code.rawValue
        case .unclear(let refusal): refusal.code
        case .holdsEvidence: "holdsEvidence"
        case .doesNotFit: "tooSmall"
        }
    }

    fileprivate var document: JSONValue {
        if case .refused(let error) = self { return error.document }
        var offset: Int?
        if case .unclear(let refusal) = self { offset = refusal.offset }
        return [
            "code": code.json, "offset": offset.json, "message": sentence.json,
        ]
    }

    /// A human-readable description of the problem.
    package var sentence: String {
        switch self {
        case .refused(let error): error.message
        case .unclear(let refusal):
            "\(refusal.summary.prefix(1).uppercased())\(refusal.summary.dropFirst()): \(refusal.reason)."
        case .holdsEvidence:
            "The URL contains data that a chip mirrored for one tap. A tag with this URL would repeat the data at every tap."
        case .doesNotFit(let excessBytes):
            "The URL exceeds the tag's capacity by \(excessBytes) \(excessBytes == 1 ? "byte" : "bytes")."
        }
    }
}
