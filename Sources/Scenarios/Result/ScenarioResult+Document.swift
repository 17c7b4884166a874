package import Documents
import TimeKit

extension ScenarioResult {
    package var document: JSONValue {
        [
            "object": "scenario", "file": .string(file), "name": .string(name), "seed": .string(String(seed)),
            "passed": .bool(passed), "expectations": .int(checks.count), "failed": .int(failures),
            "ended_at": .string(end.iso8601), "duration_ms": .int(milliseconds),
            "http_requests": requestsOverHTTP.map { .int($0) } ?? .null,
            "steps": .array(steps.map(\.document)),
        ]
    }
}

extension ScenarioResult.Step {
    fileprivate var document: JSONValue {
        [
            "line": .int(line), "step": .string(action), "what": .string(what), "time": .string(time.iso8601),
            "result": .string(result), "passed": .bool(passed),
            "checks": .array(
                checks.map { check in
                    [
                        "line": .int(check.line), "what": .string(check.title),
                        "expected": .string(check.expected), "found": .string(check.found),
                        "passed": .bool(check.passed),
                    ]
                }),
        ]
    }
}
