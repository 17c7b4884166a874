package import ProcessorSimulator

extension FaultRule {
    package var document: JSONValue {
        [
            "object": "processor_fault", "number": number.json, "kind": kind.rawValue.json,
            "on": pattern.json, "ms": milliseconds.json, "rate_per_10000": rate.json,
            "first": first.json, "seed": String(seed).json, "seen": seen.json,
        ]
    }

    /// A human-readable description of the fault, its rate and the affected requests.
    package var sentence: String {
        var words = kind.rawValue
        if kind.takesTime { words += " \(milliseconds) ms" }
        words += " on \(printable(pattern))"
        if rate < 10_000 { words += ", \(rate) of 10000" }
        if let first { words += first == 1 ? ", only the first" : ", only the first \(first)" }
        return words
    }
}
