import Documents
import FailureKit
import TagRegistry

extension CommandError {
    init(_ error: RegistryError) {
        let exit: FailureCategory =
            switch error.code {
            case .unknownBatch, .unknownRow, .unknownSeat, .unknownTag, .unknownDestination, .noAudit,
                .noSeats:
                .notFound
            case .batchExists: .cannotCreate
            case .seatUnclear: .usage
            case .invalidName, .invalidSeat, .invalidURL, .tooManyRows: .malformed
            case .batchInUse, .doubledPlace, .tagPlaced, .placeTaken, .rowTaken, .nothingToUndo, .locked,
                .revoked, .seatRevoked, .notManaged, .otherSecret:
                .refused
            }
        self.init(exit, code: error.code.rawValue, error.summary, reason: error.reason, remedy: error.remedy)
    }

    /// All that is wrong with a job, by line; exit 65.
    init(_ refusal: BatchRefusal) {
        let shown = refusal.problems.prefix(50).map { problem in
            [problem.line.map { "line \($0)" }, problem.shownSeat, problem.sentence].compactMap(\.self)
                .joined(separator: ": ")
        }
        let rest = refusal.problems.count - shown.count
        self.init(
            .malformed, code: refusal.problems.first?.code.rawValue ?? "refused",
            "\(counted(refusal.problems.count, "thing")) \(refusal.problems.count == 1 ? "is" : "are") wrong, and nothing was kept",
            reason: (shown + (rest > 0 ? ["and \(rest) more (--json)"] : [])).joined(separator: "\n"),
            remedy: "correct them and give the command again")
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
