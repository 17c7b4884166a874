import DataFolderKit
import Documents
import FailureKit
import TagRegistry
import TagSecurity

extension DataFolder {
    /// Returns the rows of a batch that this program claims, among the claims of other programs.
    func claims(of batch: Batch) throws -> ClaimedRows {
        ClaimedRows(among: try LockedRows(of: batch.name, beside: DataFolder.file(in: folder)))
    }
}

extension BatchRow {
    /// Asks whether to replace the message of the tag that was presented for the row's seat.
    func mayReplaceMessage(because failure: BatchFailure) async throws -> Bool {
        try await Question.yes(
            "\(failure.words).", "Replace the tag's message with the one for \(printable(seat))?")
    }
}

extension Batch {
    /// Checks that tags of the batch can be written. If the batch uses passwords, the secret must be correct,
    /// and its recovery sheet must be printed. If the chips insert their UID and tap counter into the URL (a
    /// mirror), the batch must be protected, because only protection switches the mirror on.
    ///
    /// - Parameter sheetPrinted: Whether a person has confirmed that the sheet is printed.
    /// - Throws: An error with exit code 64 if a required secret is missing; 77 if the secret is wrong, its
    ///   sheet is not printed, or the mirror cannot be switched on.
    func prepareWriting(
        with secret: BatchSecret?, sheetPrinted: Bool, in data: DataFolder
    ) async throws {
        if protection == .password {
            try await adopt(secret, sheetPrinted, data)
        } else if mirror != .none, protection == .none {
            throw mirrorNotHere
        }
    }

    /// Stores a fingerprint of the batch's secret. Asks the user whether the secret's recovery sheet is
    /// printed, unless this is already confirmed.
    private func adopt(_ secret: BatchSecret?, _ sheetPrinted: Bool, _ data: DataFolder) async throws {
        guard let secret else {
            throw CommandError(
                usage: "the batch \(name) uses passwords, but no secret was given",
                remedy: "use --secret with the file that contains the batch's secret")
        }
        let batch = name
        let known = try await data.write { transaction, now in
            try transaction.adopt(secret, for: batch, sheetPrinted: sheetPrinted, at: now)
        }
        guard known.recoveryConfirmed == nil else { return }
        let fact = "Without the secret, these tags can never be rewritten."
        guard Question.canBeAsked else {
            throw CommandError(
                .refused, code: "notConfirmed", "you have not confirmed that the recovery sheet is printed",
                reason: "without the secret, these tags can never be rewritten",
                remedy:
                    "create the sheet with `tapctl secret sheet FILE`, print it, "
                    + "and add --sheet-printed to this command"
            )
        }
        guard try await Question.yes(fact, "Have you printed the secret's recovery sheet?") else {
            throw CommandError.chosen("nothing was written: print the recovery sheet first")
        }
        try await data.write { transaction, now in
            _ = try transaction.adopt(secret, for: batch, sheetPrinted: true, at: now)
        }
    }

    private var mirrorNotHere: CommandError {
        CommandError(
            .refused, code: "mirrorNotHere", "the mirror of the batch \(name) cannot be switched on",
            reason:
                "a mirror is switched on when a tag is protected, and this batch does not protect its tags",
            remedy: "plan a new batch with --protect password or --protect permanent, or without --mirror")
    }
}
