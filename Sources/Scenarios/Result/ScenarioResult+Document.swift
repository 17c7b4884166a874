package import Documents
import TimeKit

extension ScenarioResult {
    package var document: JSONValue {
        [
            "object": "scenario", "file": file.json, "name": name.json, "seed": String(seed).json,
            "passed": passed.json, "expectations": checks.count.json, "failed": failures.json,
            "ended_at": end.iso8601.json, "duration_ms": milliseconds.json,
            "http_requests": requestsOverHTTP.map { .int($0) } ?? .null,
            "steps": .array(steps.map(\.document)),
        ]
    }
}

extension ScenarioResult.Step {
    fileprivate var document: JSONValue {
        [
            "line": line.json, "step": action.json, "what": what.json, "time": time.iso8601.json,
            "result": result.json, "passed": passed.json,
            "checks": .array(
                checks.map { check in
                    [
                        "line": check.line.json, "what": check.title.json,
                        "expected": check.expected.json, "found": check.found.json,
                        "passed": check.passed.json,
                    ]
                }),
        ]
    }
}
