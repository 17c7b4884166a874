public import DatabaseKit
import TagKit
public import TagSecurity
public import TimeKit

/// What the registry knows about the UID on the reader.
public struct TagRecord: Hashable, Sendable {
    /// The chip, where it was met before.
    public var tag: RegisteredTag?
    /// The row that has it, or for which it was begun.
    public var row: BatchRow?
    /// The row that the next tag gets; nil when none waits.
    public var next: BatchRow?
    /// Where `next` was begun with a tag that is not at hand: that tag.
    public var begun: String?
    /// The managed id of `row` was withdrawn: a tag with it leads nowhere.
    public var isWithdrawn = false

    /// What is known.
    public init(
        tag: RegisteredTag? = nil, row: BatchRow? = nil, next: BatchRow? = nil, begun: String? = nil
    ) {
        self.tag = tag
        self.row = row
        self.next = next
        self.begun = begun
    }
}

extension Transaction {
    /// What the registry knows about a UID, for a batch.
    ///
    /// Rows that wait for a tag that was begun are given to another one last of all, and never while that one is being
    /// written.
    ///
    /// - Parameters:
    ///   - only: The only row that gets a tag, whether it has one or not; nil for all that wait for one.
    ///   - others: Rows at which other readers are, of this program or another.
    public func record(
        of uid: String, in batch: String, only: Int? = nil, except others: Set<Int> = []
    ) throws -> TagRecord {
        var record = TagRecord(tag: try tag(uid: uid), row: try row(uid: uid))
        if let only {
            guard !others.contains(only) else { return record }
            record.next = try row(only, of: batch)
            record.begun = record.next.flatMap { $0.state == .writing ? $0.uid : nil }
            return record
        }
        record.isWithdrawn = try record.row.map { try isWithdrawn($0) } ?? false
        record.next = try nextRow(of: batch, for: uid, except: others)
        guard record.next == nil else { return record }
        let begun = try rows(of: batch, state: .writing, after: nil, limit: BatchRow.most)
        record.next = try begun.first { try !others.contains($0.number) && !isWithdrawn($0) }
        record.begun = record.next?.uid
        return record
    }

    /// Remembers which secret a batch has, before its first password is set.
    ///
    /// - Parameter sheetPrinted: A person says that the recovery sheet is on paper.
    /// - Returns: The batch; without ``Batch/recoveryConfirmed`` no tag may be protected yet.
    /// - Throws: ``RegistryError`` with code `otherSecret` where its tags have been given passwords from another one.
    @discardableResult
    public func adopt(
        _ secret: BatchSecret, for name: String, sheetPrinted: Bool, at time: Timestamp
    ) throws -> Batch {
        var batch = try knownBatch(name)
        let fingerprint = secret.fingerprint
        if let known = batch.secretFingerprint, known != fingerprint {
            throw RegistryError(.otherSecret, batch.name)
        }
        batch.secretFingerprint = fingerprint
        if sheetPrinted { batch.recoveryConfirmed = batch.recoveryConfirmed ?? time }
        try save(batch)
        return batch
    }
}

extension BatchSecret {
    /// An identifier of this secret that reveals nothing about it: a hash of the password of an unused UID.
    var fingerprint: String {
        let password = password(uid: [])
        return String(messageHash(password.password + password.acknowledge).prefix(16))
    }
}
