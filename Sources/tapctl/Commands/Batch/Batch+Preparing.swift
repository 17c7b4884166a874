import DataFolderKit
import Documents
import FailureKit
import TagRegistry
import TagSecurity

extension Batch {
    /// Checks, before a tag of the batch is written, that the secret is the right one and on paper, and that the
    /// requested protection is possible here.
    ///
    /// - Parameter sheetPrinted: Whether a person has confirmed that the recovery sheet is on paper.
    /// - Throws: exit 64 if a required secret is not named; 77 if it is a different one, or not on paper.
    func prepareWriting(
        with secret: BatchSecret?, sheetPrinted: Bool, in data: DataFolder
    ) async throws {
        if protection == .password {
            try await adopt(secret, sheetPrinted, data)
        } else if mirror != .none, protection == .none {
            throw mirrorNotHere
        }
    }

    /// Records the secret of the batch, and that a person has it on paper.
    private func adopt(_ secret: BatchSecret?, _ sheetPrinted: Bool, _ data: DataFolder) async throws {
        guard let secret else {
            throw CommandError(
                .usage, code: "usage", "the tags of \(name) get passwords, and no secret is named",
                remedy: "--secret FILE names the secret of this batch")
        }
        let batch = name
        let known = try await data.write { transaction, now in
            try transaction.adopt(secret, for: batch, sheetPrinted: sheetPrinted, at: now)
        }
        guard known.recoveryConfirmed == nil else { return }
        let fact = "Without the secret nobody can ever rewrite these tags."
        guard Question.canBeAsked else {
            throw CommandError(
                .refused, code: "notConfirmed", "nobody has said that the recovery sheet is on paper",
                reason: fact,
                remedy: "`tapctl secret sheet FILE` makes it; print it, and give --sheet-printed once")
        }
        guard try await Question.yes(fact, "Is its recovery sheet on paper?") else {
            throw CommandError.chosen("nothing was written: print the recovery sheet first")
        }
        try await data.write { transaction, now in
            _ = try transaction.adopt(secret, for: batch, sheetPrinted: true, at: now)
        }
    }

    private var mirrorNotHere: CommandError {
        CommandError(
            .refused, code: "mirrorNotHere", "the mirror of \(name) is not switched on here",
            reason: "batch run switches a mirror on together with a password, and batch lock with the lock",
            remedy: "plan the batch with --protect password or --protect permanent, or without --mirror")
    }
}
