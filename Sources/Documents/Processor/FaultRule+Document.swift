package import ProcessorSimulator

extension FaultRule {
    package var document: JSONValue {
        [
            "object": "processor_fault", "number": .int(Int(number)), "kind": .string(kind.rawValue),
            "on": .string(pattern), "ms": .int(Int(milliseconds)), "rate_per_10000": .int(rate),
            "first": first.map { .int(Int($0)) } ?? .null, "seed": .string(String(seed)),
            "seen": .int(Int(seen)),
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
