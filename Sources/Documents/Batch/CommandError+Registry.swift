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
            "object": "batch_check", "ok": false, "rows": refusal.rows.json,
            "problems": .array(
                refusal.problems.map { problem in
                    [
                        "code": problem.code.rawValue.json, "line": problem.line.json,
                        "seat": problem.seat.json, "message": problem.sentence.json,
                    ]
                }),
        ]
    }
}
