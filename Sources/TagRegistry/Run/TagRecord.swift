public import DatabaseKit
import TagKit
public import TagSecurity
public import TimeKit

/// The registry's data about the tag on the reader.
public struct TagRecord: Hashable, Sendable {
    /// The chip's record; nil if the chip is not registered.
    public var tag: RegisteredTag?
    /// The row that the tag occupies or is being written for, or nil.
    public var row: BatchRow?
    /// The row that the tag can be written for if ``row`` is nil. Nil if no row is available.
    public var next: BatchRow?
    /// The UID of the unfinished tag that was being written for ``next``; nil if `next` has no unfinished
    /// tag.
    public var begun: String?
    /// Whether the managed id of `row` was withdrawn. If so, the tag has no destination. If only one row was
    /// requested, the id is not checked, and the value is false.
    public var isWithdrawn = false

    /// Creates a record. An omitted argument means that the registry has no such value.
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
    /// Returns the registry's data about a tag that is presented for a batch.
    ///
    /// The row of an unfinished tag is offered to another tag only if no other row waits, or if `only`
    /// selects that row. A row in `others` is not offered to another tag.
    ///
    /// - Parameters:
    ///   - uid: The tag's UID.
    ///   - batch: The name of the batch.
    ///   - only: The only row to write, even if it already has a tag. Nil for all rows that wait for a tag.
    ///   - others: The rows that other readers are using, in this program or another.
    public func record(
        of uid: String, in batch: String, only: Int? = nil, except others: Set<Int> = []
    ) throws -> TagRecord {
        var record = try TagRecord(tag: tag(uid: uid), row: row(uid: uid))
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

    /// Records the fingerprint of a batch's secret, before the batch's first password is set. The secret
    /// itself is not stored.
    ///
    /// - Parameters:
    ///   - secret: The secret from which the passwords are derived.
    ///   - name: The name of the batch.
    ///   - sheetPrinted: Whether a person has confirmed that the recovery sheet is printed.
    ///   - time: The current time.
    /// - Returns: The batch. If its ``Batch/recoveryConfirmed`` is nil, the caller must not protect any tag.
    /// - Throws: ``RegistryError`` with code `otherSecret` if the fingerprint of another secret has already
    ///   been recorded for the batch.
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
    /// A fingerprint of this secret: the beginning of a hash of the password for an empty UID. It does not
    /// reveal the secret.
    var fingerprint: String {
        let password = password(uid: [])
        return String(messageHash(password.password + password.acknowledge).prefix(16))
    }
}
