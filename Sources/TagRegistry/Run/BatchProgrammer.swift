public import DatabaseKit
public import TagKit
public import TagSecurity
import TextKit
public import TimeKit

/// A service that writes the tags of a batch one after another with one reader.
///
/// Each write is recorded in the journal before it starts, so the program can be killed at any time. The next
/// run continues the batch.
public struct BatchProgrammer: Sendable {
    /// The reader that writes the tags.
    public private(set) var reader: any TagReader
    /// The rules for accepting tags.
    public var rules: RunRules
    /// The registry that stores the batch.
    let database: any TransactionRunner
    let clock: WallClock
    /// Public keys that are accepted for originality signatures in addition to the manufacturers' keys. They
    /// are the keys of simulated tags.
    let trusted: [OriginalityKey]
    let claims: ClaimedRows
    /// The secret from which passwords are derived, or nil if the batch does not use passwords.
    let secret: BatchSecret?
    /// The size of the batch's longest message in bytes. A single inspection for a message of this size reads
    /// everything that the plan for any row needs.
    let messageBytes: Int

    /// Creates a programmer for a reader and a batch. `rows` must contain all rows of the batch.
    public init(
        _ reader: any TagReader, rules: RunRules, rows: [BatchRow], database: any TransactionRunner,
        clock: WallClock,
        claims: ClaimedRows = ClaimedRows(), trusting trusted: [OriginalityKey] = [],
        secret: BatchSecret? = nil
    ) {
        precondition(rules.batch.protection != .password || secret != nil, "passwords require a secret")
        self.reader = reader
        self.secret = secret
        self.rules = rules
        self.database = database
        self.clock = clock
        self.claims = claims
        self.trusted = trusted
        messageBytes = rows.map(\.message.count).max() ?? 0
    }

    /// Creates a programmer that writes the same batch with another reader in this program.
    public func at(_ other: any TagReader) -> BatchProgrammer {
        var programmer = self
        programmer.reader = other
        return programmer
    }

    /// Returns the row for the next tag, or nil if no row waits for a tag. Claims the row for this reader,
    /// unless a person has chosen the row.
    public func nextRow() async throws -> BatchRow? {
        let (batch, only) = (rules.batch.name, rules.onlyRow)
        var passed: Set<Int> = []
        while true {
            let others = try takenRows.union(passed)
            let record = try await database.read {
                try $0.record(of: "", in: batch, only: only, except: others)
            }
            // A row that a person has chosen is not announced.
            guard only == nil, try !claims.claim(record.next?.number, by: reader.name) else {
                return record.next
            }
            // Another reader has announced the row in the meantime.
            if let row = record.next { passed.insert(row.number) }
        }
    }

    /// The number of rows that other programs are using.
    public var rowsElsewhere: Int { get throws { try claims.ofOtherPrograms.count } }

    /// The rows that this reader skips because other readers have claimed them. If a person has chosen a row,
    /// only rows that are being written are skipped.
    private var takenRows: Set<Int> {
        get throws {
            try rules.onlyRow == nil
                ? claims.others(than: reader.name) : claims.writtenByOthers(than: reader.name)
        }
    }

    /// Waits for a tag, and executes the step that the rules determine for the tag.
    ///
    /// - Parameters:
    ///   - limit: The maximum time to wait for the tag.
    ///   - mayReplace: A closure that is called if the tag already contains a different message. It returns
    ///     true to replace the message.
    /// - Throws: `noTag` if no tag is detected in time, and any error that the reader or the database throws.
    ///   Problems with a tag are returned as results.
    public func take(
        within limit: Duration, mayReplace: @Sendable (BatchRow, BatchFailure) async throws -> Bool
    ) async throws -> TagResult {
        let session = TagSession(reader)
        // The row is released only after the last transaction, or after an error. Until then, no other reader can take
        // it.
        defer { claims.letGo(by: reader.name) }
        let (snapshot, signature): (TagSnapshot, SignatureReading)
        do {
            let seen = try await session.inspect(.writing(messageBytes: messageBytes), within: limit)
            snapshot = try await session.identified(
                await opened(seen, session).asWritten(for: rules.batch))
            signature = try await session.readSignature()
        } catch let error as TagError {
            return try await unread(error)
        }
        let originality = Originality(
            signature, uid: snapshot.tag.uid, chip: snapshot.chip, trusting: trusted)
        let isOpen = await session.isOpen
        var (decision, result) = try await begin(snapshot, originality, rules, isOpen)
        if case .ask(let row, let failure) = decision {
            if try await mayReplace(row, failure) {
                var rules = rules
                rules.overwrites = true
                (decision, result) = try await begin(snapshot, originality, rules, isOpen)
            } else {
                try await setAside(snapshot, row, failure)
                result.outcome = .setAside(failure)
            }
        }
        if case .take(let row, let plan, _) = decision {
            result = try await write(plan, snapshot, signature, for: row, session, result)
        }
        result.pagesWritten = await session.pagesWritten
        result.commands = await session.commands
        return result
    }

    /// Inspects a protected tag again with the batch's password, if the registry shows that this password was
    /// set or was about to be set. Otherwise, or if the tag refuses the password, returns the snapshot
    /// unchanged.
    private func opened(_ snapshot: TagSnapshot, _ session: TagSession) async throws -> TagSnapshot {
        guard let secret, snapshot.isProtected else { return snapshot }
        let (uid, batch) = (snapshot.registered.uid, rules.batch.name)
        let tag = try await database.read { try $0.tag(uid: uid) }
        guard let tag, tag.secretOf == batch, tag.lock == .protecting || tag.lock == .password else {
            return snapshot
        }
        do throws(TagError) {
            return try await session.inspect(
                openingWith: { secret.password(uid: $0) }, .writing(messageBytes: messageBytes),
                within: .seconds(2))
        } catch {
            // The tag has a foreign password, so it is inspected without authentication, and set aside.
            guard error.code == .passwordProtected else { throw error }
            return snapshot
        }
    }

    /// Returns the result for a tag that could not be inspected. If the tag's chip is unsupported or its
    /// content is malformed, records that the tag was rejected.
    ///
    /// - Throws: `error`, if it does not concern the tag.
    private func unread(_ error: TagError) async throws -> TagResult {
        let failure = BatchFailure(error)
        switch error.code {
        case .twoTags, .tagLost, .nak: return TagResult(.notRead(failure))
        case .unsupportedTag, .malformedTag:
            guard let row = try await nextRow() else { return TagResult(.setAside(failure)) }
            let (now, name) = (clock.now(), reader.name)
            try await database.write { try $0.setAside(nil, from: row.place, failure, at: now, reader: name) }
            return TagResult(.setAside(failure), row: row)
        default: throw error
        }
    }

    /// Decides what to do with a tag, and stores the decision. Both happen in one transaction, so no other
    /// program can intervene.
    private func begin(
        _ snapshot: TagSnapshot, _ originality: Originality, _ rules: RunRules, _ isOpen: Bool
    ) async throws -> (RunDecision, TagResult) {
        let (now, name, chip) = (clock.now(), reader.name, snapshot.registered)
        let (decision, result) = try await database.write { transaction in
            // Checking and marking in one transaction lets the later of two programs see the row of the earlier one.
            let record = try transaction.record(
                of: chip.uid, in: rules.batch.name, only: rules.onlyRow, except: takenRows)
            let decision = rules.decide(snapshot, record, originality, isOpen: isOpen)
            if case .take(let row, _, _) = decision, try !claims.hold(row.number, by: name) {
                return (RunDecision.setAside(row, .rowBusy), TagResult(.notRead(.rowBusy), row: row))
            }
            return (decision, try transaction.keep(decision, chip, at: now, reader: name))
        }
        var known = result
        (known.uid, known.product, known.originality) = (chip.uid, chip.product, originality)
        return (decision, known)
    }

    private func setAside(_ snapshot: TagSnapshot, _ row: BatchRow, _ failure: BatchFailure) async throws {
        let (now, name, chip) = (clock.now(), reader.name, snapshot.registered)
        try await database.write { try $0.setAside(chip, from: row.place, failure, at: now, reader: name) }
    }

    /// Executes the plan: writes the tag, reads it back, protects it and records the result. If the tag is
    /// removed too early or must be rejected, the failure is recorded and returned.
    private func write(
        _ plan: ProgrammingPlan, _ snapshot: TagSnapshot, _ signature: SignatureReading, for row: BatchRow,
        _ session: TagSession, _ begun: TagResult
    ) async throws -> TagResult {
        var result = begun
        let name = reader.name
        guard let uid = begun.uid, let product = begun.product else { return begun }
        do {
            _ = try await session.execute(plan)
            try await protect(snapshot.written(by: plan), uid, session)
        } catch let error as TagError {
            let (failure, now) = (BatchFailure(error), clock.now())
            switch error.code {
            case .tagLost:
                try await database.write {
                    try $0.leave(uid, from: row.place, failure, at: now, reader: name)
                }
                result.outcome = .left(failure)
            case .nak, .verifyFailed, .passwordProtected, .readOnly, .unsupportedTag:
                try await database.write { transaction in
                    try transaction.setAside((uid, product), from: row.place, failure, at: now, reader: name)
                }
                result.outcome = .setAside(failure)
            default: throw error
            }
            return result
        }
        let (now, protects, batch) = (clock.now(), rules.batch.protection == .password, rules.batch.name)
        let written = WrittenTag(
            uid: uid, readBackHash: messageHash(row.message), originality: begun.originality?.verdict,
            signature: signature.bytes.map { Hex.lower($0) })
        result.row = try await database.write { transaction in
            if protects { try transaction.note(.protected, of: uid, secretOf: batch, at: now, reader: name) }
            if row.hasOtherTag(than: uid) {
                guard try transaction.knownRow(row.place).uid == row.uid else { return nil }
                return try transaction.exchange(row.place, for: written, at: now, reader: name)
            }
            guard try transaction.row(uid: uid)?.place == row.place else { return nil }
            return try transaction.finish(written, at: now, reader: name)
        }
        // Another program waited too long for this tag, and gave its seat to another tag.
        result.outcome =
            result.row == nil
            ? .setAside(
                BatchFailure("rowTaken", "another tag was assigned to this tag's seat in the meantime"))
            : .verified
        return result
    }

    /// Sets the password if the batch uses passwords. Before setting it, records in the journal that
    /// protection has started.
    private func protect(_ snapshot: TagSnapshot, _ uid: String, _ session: TagSession) async throws {
        guard let secret, rules.batch.protection == .password, let goal = rules.batch.protection(of: snapshot)
        else { return }
        let plan = try ProtectionPlan(snapshot, goal, isOpen: await session.isOpen)
        let (now, name, batch) = (clock.now(), reader.name, rules.batch.name)
        try await database.write { transaction in
            try transaction.note(.written, of: uid, at: now, reader: name)
            try transaction.note(.protecting, of: uid, secretOf: batch, at: now, reader: name)
        }
        _ = try await session.execute(plan, password: secret.password(uid: snapshot.tag.uid))
    }
}

extension BatchFailure {
    /// The failure that is reported if another reader is writing a tag for the same seat.
    fileprivate static let rowBusy = BatchFailure(
        "rowBusy", "another reader is currently writing a tag for this seat")
}

extension Transaction {
    /// Records the decision about a tag before anything is written to the tag. Returns the result to report
    /// if all writes succeed.
    fileprivate func keep(
        _ decision: RunDecision, _ chip: (uid: String, product: String), at now: Timestamp, reader: String
    ) throws -> TagResult {
        switch decision {
        case .take(let row, _, let released):
            if row.hasOtherTag(than: chip.uid) {
                return TagResult(
                    .verified, row: try beginExchange(chip, for: row.place, at: now, reader: reader))
            }
            if row.state == .verified { try replace(row.place, at: now) }
            if released != nil { try release(row.place, at: now) }
            var result = TagResult(.verified, row: try begin(chip, for: row.place, at: now, reader: reader))
            result.released = released
            return result
        case .done(let row): return TagResult(.doneAlready, row: row)
        case .ask(let row, let failure): return TagResult(.setAside(failure), row: row)
        case .setAside(let row, let failure):
            if failure.code == "doubledUID" { try note(.doubled, of: chip.uid, at: now, reader: reader) }
            if let row { try setAside(chip, from: row.place, failure, at: now, reader: reader) }
            return TagResult(.setAside(failure), row: row)
        case .noRowLeft: return TagResult(.noRowLeft)
        }
    }
}

extension BatchRow {
    /// The row's batch and number.
    public var place: TagPlace { TagPlace(batch: batch, row: number) }

    /// Returns whether the row already has another tag.
    func hasOtherTag(than uid: String) -> Bool { state == .verified && self.uid != uid }
}

extension TagSnapshot {
    /// The chip's UID and product as the registry stores them.
    var registered: (uid: String, product: String) { (hexUID(tag.uid), chip.product) }

    /// Whether a password protects some of the tag's memory, or some of the memory could not be read.
    var isProtected: Bool {
        findings.contains {
            switch $0 {
            case .password, .unreadable: true
            default: false
            }
        }
    }
}

extension Originality {
    /// The verdict as the registry stores it.
    public var verdict: OriginalityVerdict {
        switch self {
        case .genuine: .genuine
        case .notGenuine: .notGenuine
        case .cannotBeChecked: .cannotBeChecked
        }
    }
}

/// The result for one tag that was held to a reader.
public struct TagResult: Hashable, Sendable {
    /// The possible outcomes for a tag.
    public enum Outcome: Hashable, Sendable {
        /// The tag was written or already correct. It was read back, protected as the batch requires, and
        /// recorded. It can be removed from the reader.
        case verified
        /// The tag was already finished: it occupies a row and has the row's content.
        case doneAlready
        /// The tag was rejected, for this reason.
        case setAside(BatchFailure)
        /// The tag was removed too early, so writing is not complete.
        case left(BatchFailure)
        /// The tag was not processed. Either two tags were in the field, the tag was removed too early or
        /// refused a command, or another reader is writing a tag for the same row.
        case notRead(BatchFailure)
        /// No row waits for a tag.
        case noRowLeft
    }

    /// The outcome for the tag that was held to the reader.
    public var outcome: Outcome
    /// The row that the tag was intended for, or nil if no row was found.
    public var row: BatchRow?
    /// The tag's UID in upper-case hex, or nil if the UID was not read.
    public var uid: String?
    /// The tag's product, or nil if the tag was not read.
    public var product: String?
    /// The originality verdict, or nil if the signature was not checked.
    public var originality: Originality?
    /// The UID of the unfinished tag whose row was given to this tag, or nil.
    public var released: String?
    /// The number of page writes that were sent to the tag.
    public var pagesWritten = 0
    /// The number of data commands that were sent to the tag. Commands that select the tag are not counted.
    public var commands = 0

    /// Creates a result with its outcome and row. The caller sets the other properties.
    public init(_ outcome: Outcome, row: BatchRow? = nil) {
        self.outcome = outcome
        self.row = row
    }
}
