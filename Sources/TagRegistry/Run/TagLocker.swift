public import DatabaseKit
public import TagKit
public import TimeKit

/// A service that permanently locks the tags of a batch with one reader. It verifies each tag again before
/// locking it.
public struct TagLocker: Sendable {
    /// The reader that locks the tags.
    public let reader: any TagReader
    private let batch: String
    private let database: any TransactionRunner
    private let clock: WallClock

    /// Creates a locker for the tags of the batch with this name.
    public init(_ reader: any TagReader, batch: String, database: any TransactionRunner, clock: WallClock) {
        self.reader = reader
        self.batch = batch
        self.database = database
        self.clock = clock
    }

    /// The result of locking one tag.
    public struct Result: Hashable, Sendable {
        /// The possible outcomes for a tag.
        public enum Outcome: Hashable, Sendable {
            /// The tag was permanently locked, and read back after a power cycle.
            case locked
            /// The tag was already permanently locked and contains its row's URL.
            case lockedAlready
            /// The tag was not locked, because a person has to tap this tag with a phone first.
            case needsCanary
            /// The tag was not locked, or the lock could not be completed, for this reason.
            case refused(BatchFailure)
            /// The tag was removed too early. To complete the lock, hold the same tag to the reader again.
            case left(BatchFailure)
        }

        /// The outcome for the tag that was held to the reader.
        public var outcome: Outcome
        /// The tag's row, or nil if the tag has no row in this batch.
        public var row: BatchRow?
        /// The tag's UID in upper-case hex, or nil if the UID was not read.
        public var uid: String?
        /// The plan for locking the tag; nil if no lock was attempted.
        public var plan: ProtectionPlan?
    }

    /// Waits for a tag, and locks it if the rules allow it.
    ///
    /// - Throws: `noTag` if no tag arrives before the limit; errors from the reader or the database.
    public func take(within limit: Duration) async throws -> Result {
        let session = TagSession(reader)
        let snapshot: TagSnapshot
        do throws(TagError) {
            snapshot = try await session.inspect(.inspection, within: limit)
        } catch {
            switch error.code {
            case .twoTags, .tagLost, .nak, .unsupportedTag, .malformedTag:
                return Result(outcome: .refused(BatchFailure(error)))
            default: throw error
            }
        }
        let (uid, name) = (snapshot.registered.uid, batch)
        let decision = try await database.read { transaction in
            try LockRules(batch: transaction.knownBatch(name))
                .decide(snapshot, transaction.record(of: uid, in: name))
        }
        switch decision {
        case .done(let row): return Result(outcome: .lockedAlready, row: row, uid: uid)
        case .canary(let row): return Result(outcome: .needsCanary, row: row, uid: uid)
        case .refuse(let row, let failure): return Result(outcome: .refused(failure), row: row, uid: uid)
        case .lock(let row, let plan): return try await lock(row, plan, uid, session)
        }
    }

    /// Records that a person tapped a tag of the batch with a phone and confirmed the tag's destination.
    public func confirmCanary(_ uid: String) async throws {
        let (name, now, reader) = (batch, clock.now(), reader.name)
        try await database.write { transaction in
            var batch = try transaction.knownBatch(name)
            batch.canary = uid
            try transaction.save(batch)
            try transaction.note(.canaryConfirmed, of: uid, at: now, reader: reader)
        }
    }

    private func lock(
        _ row: BatchRow, _ plan: ProtectionPlan, _ uid: String, _ session: TagSession
    ) async throws -> Result {
        let (begin, name) = (clock.now(), reader.name)
        let isStillThere = try await database.write { transaction in
            guard let now = try transaction.row(uid: uid), now.place == row.place, now.state == .verified
            else {
                return false
            }
            try transaction.note(.locking, of: uid, at: begin, reader: name)
            return true
        }
        guard isStillThere else {
            let failure = BatchFailure(
                "unknownTag", "another program has changed or removed the record of this tag in the meantime")
            return Result(outcome: .refused(failure), row: row, uid: uid)
        }
        var result = Result(outcome: .locked, row: row, uid: uid, plan: plan)
        do throws(TagError) {
            _ = try await session.execute(plan)
        } catch {
            switch error.code {
            case .tagLost: result.outcome = .left(BatchFailure(error))
            case .nak, .verifyFailed: result.outcome = .refused(BatchFailure(error))
            default: throw error
            }
            return result
        }
        let end = clock.now()
        try await database.write { try $0.note(.locked, of: uid, at: end, reader: name) }
        return result
    }
}
