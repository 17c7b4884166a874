package import InvocationRouter

extension URLCheck {
    /// The JSON document of a checked URL.
    package var document: JSONValue {
        [
            "object": "url_check", "ok": .bool(isGood), "url": .string(url),
            "problems": .array(problems.map(\.document)), "warnings": .array(warnings.map(\.document)),
            "suggestion": JSONValue(suggestion),
            "area_bytes": budget.map { .int($0.areaBytes) } ?? nil,
            "used_bytes": budget.map { .int($0.usedBytes) } ?? nil,
            "free_bytes": budget.map { .int($0.freeBytes) } ?? nil,
            "fits": budget.map { .bool($0.fits) } ?? nil,
            "shortenings": .array(
                shortenings.map { shortening in
                    [
                        "change": .string(shortening.change.rawValue),
                        "saves_octets": .int(shortening.savesBytes), "is_enough": .bool(shortening.isEnough),
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
            "code": .string(code), "offset": offset.map(JSONValue.int) ?? nil, "message": .string(sentence),
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
