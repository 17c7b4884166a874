import FailureKit
package import TagRegistry

extension CommandError {
    /// Creates an error from a refused batch, with exit code 65. The message lists the first 50 problems, and
    /// the JSON document lists all of them.
    package init(_ refusal: BatchRefusal) {
        let shown = refusal.problems.prefix(50).map { problem in
            [problem.line.map { "line \($0)" }, problem.shownSeat, problem.sentence].compactMap(\.self)
                .joined(separator: ": ")
        }
        let rest = refusal.problems.count - shown.count
        self.init(
            refusal.category, code: refusal.failureCode, refusal.summary,
            reason: (shown + (rest > 0 ? ["and \(rest) more (--json)"] : [])).joined(separator: "\n"),
            remedy: refusal.commandRemedy)
        document = [
            "object": "batch_check", "ok": false, "rows": .int(refusal.rows),
            "problems": .array(
                refusal.problems.map { problem in
                    [
                        "code": .string(problem.code.rawValue),
                        "line": problem.line.map(JSONValue.int) ?? .null, "seat": JSONValue(problem.seat),
                        "message": .string(problem.sentence),
                    ]
                }),
        ]
    }
}
