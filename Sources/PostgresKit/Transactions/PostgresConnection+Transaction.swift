extension PostgresConnection {
    /// Runs a transaction once, without running it again after a conflict.
    ///
    /// - Parameters:
    ///   - kind: The kind of transaction.
    ///   - deadline: The time by which the transaction must end.
    ///   - work: Runs the statements of the transaction.
    /// - Throws: An error that `work` throws, or ``PostgresError``. If the code is `unknown`, the transaction
    ///   may have been committed. For all other codes, it was not committed.
    func transaction<Value>(
        _ kind: PostgresTransactionKind, until deadline: Deadline,
        _ work: (PostgresConnection) throws -> Value
    ) throws -> Value {
        (failure, self.deadline) = (nil, deadline)
        forgetPrefetched()
        defer { forgetPrefetched() }
        try command(kind.begin)
        let value: Value
        do {
            value = try work(self)
        } catch {
            // If `work` has replaced the server's error by another one, the server's decides about a rerun.
            let cause = failure
            rollBack()
            if let cause, cause.isConflict || cause.isDuplicateKey || isBroken || isStale { throw cause }
            throw error
        }
        if let failure {
            rollBack()
            throw failure
        }
        try commit(kind)
        return value
    }

    private func commit(_ kind: PostgresTransactionKind) throws(PostgresError) {
        let warnings = link.warnings
        do throws(PostgresError) {
            try command("COMMIT")
            guard let result = try finish() else { throw missingResult }
            if result.command == "COMMIT", link.warnings == warnings { return }
            // After a warning, a standby may lack the transaction: the server has stopped waiting for it. Source:
            // PostgreSQL 15, src/backend/replication/syncrep.c, SyncRepWaitForLSN.
            throw result.command == "COMMIT" ? unconfirmed : missingResult
        } catch {
            // An error that leaves the connection usable is an answer: nothing was committed.
            let isAnswer = !isBroken && error.code != .unknown
            guard !isAnswer, kind != .reading else {
                rollBack()
                throw error
            }
            abandon()
            throw PostgresError(
                .unknown, at: database, "it is unknown whether the change was saved",
                reason: error.reason.isEmpty ? error.summary : "\(error.summary): \(error.reason)",
                remedy: "check whether the change was saved before you try again", sqlState: error.sqlState)
        }
    }

    private var unconfirmed: PostgresError {
        PostgresError(.unknown, at: database, "the server has not confirmed that a standby has the change")
    }

    private var missingResult: PostgresError {
        PostgresError(.internal, at: database, "the server did not commit the transaction")
    }

    /// Rolls back the transaction. If that fails, abandons the connection, so that the server rolls back the
    /// transaction.
    private func rollBack() {
        guard !isBroken else { return }
        // After an error, the server skips all statements up to the end of the pipeline.
        if hasQueued { _ = try? finish() }
        do {
            try command("ROLLBACK")
            _ = try finish()
        } catch {
            abandon()
        }
    }
}
