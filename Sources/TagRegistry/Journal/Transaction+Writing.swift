public import DatabaseKit
public import TagSecurity
public import TimeKit

/// The steps of writing a tag for a batch. Each step is stored in one transaction with its journal entry.
///
/// ``begin(_:for:at:reader:)`` is committed before the first write. ``finish(_:at:reader:)`` is committed
/// after the read-back, before the volunteer is asked to remove the tag. If the program is killed between
/// these two commits, the row stays in the state `writing` with the tag's UID. When the same tag is held to a
/// reader again, the next run finds the row by this UID.
extension Transaction {
    /// Returns the row for a tag: the row that was already being written with this tag, or else the first
    /// open row whose id was not withdrawn.
    ///
    /// - Parameters:
    ///   - batch: The name of the batch.
    ///   - uid: The tag's UID.
    ///   - numbers: The numbers of the open rows that other readers are using. These rows are skipped.
    /// - Returns: The row, or nil if no such row exists.
    public func nextRow(of batch: String, for uid: String, except numbers: Set<Int> = []) throws -> BatchRow?
    {
        if let begun = try row(uid: uid), begun.batch == batch, begun.state == .writing { return begun }
        var cursor: Int?
        while case let page = try rows(of: batch, state: .open, after: cursor, limit: 64), !page.isEmpty {
            for row in page where !numbers.contains(row.number) {
                if try !isWithdrawn(row) { return row }
            }
            cursor = page.last?.number
        }
        return nil
    }

    /// Records that a tag will be written for a row. Call this method before the first write.
    ///
    /// A second call for the same tag and row adds another journal entry, but does not change the row's
    /// state.
    ///
    /// - Parameters:
    ///   - chip: The UID and product of the chip in the field. Data already recorded about the chip is
    ///     preserved.
    ///   - place: The row.
    ///   - time: The current time.
    ///   - reader: The name of the reader, for the journal.
    /// - Returns: The row, in the state `writing` with this tag.
    /// - Throws: ``RegistryError`` with code `unknownRow` if the row does not exist, `rowTaken` if the row
    ///   already has a tag or is being written with another tag, or `tagPlaced` if the tag has another row or
    ///   is being written for another row.
    @discardableResult
    public func begin(
        _ chip: (uid: String, product: String), for place: TagPlace, at time: Timestamp, reader: String? = nil
    ) throws -> BatchRow {
        var row = try knownRow(place)
        guard row.state == .open || (row.state == .writing && row.uid == chip.uid) else {
            throw RegistryError(.rowTaken, "\(place.row) (\(row.seat))")
        }
        var tag = try tag(of: chip, at: time)
        if let elsewhere = tag.place, elsewhere != place { throw elsewhere.taken(by: chip.uid) }
        row.state = .writing
        row.uid = chip.uid
        row.changed = time
        tag.product = chip.product
        tag.place = place
        tag.state = .begun
        tag.url = row.url
        tag.tagID = row.tagID
        tag.changed = time
        try save(row)
        try save(tag)
        try append(entry(.begun, row, at: time, reader: reader))
        return row
    }

    /// Records a step in the writing or locking of a tag, such as `written`, `protecting` or `locked`. The
    /// state of the tag's row is not changed.
    ///
    /// Some steps also change the tag's lock state. `protecting` and `protected` also record the batch whose
    /// secret protects the tag. `doubled` also records that a different chip or content was seen with the
    /// tag's UID.
    ///
    /// - Parameters:
    ///   - kind: The step.
    ///   - uid: The tag's UID.
    ///   - secret: The batch whose secret protects the tag, or nil for the batch of the tag's row. Pass the
    ///     batch if another program could meanwhile have given the row to another tag.
    ///   - time: The current time.
    ///   - reader: The name of the reader, for the journal.
    /// - Throws: ``RegistryError`` with code `unknownTag` if the tag is not registered.
    public func note(
        _ kind: JournalEntry.Kind, of uid: String, secretOf secret: String? = nil, at time: Timestamp,
        reader: String? = nil
    ) throws {
        var tag = try knownTag(uid)
        tag.lock = kind.lockState ?? tag.lock
        switch kind {
        case .protecting, .protected: tag.secretOf = secret ?? tag.place?.batch ?? tag.secretOf
        case .unprotected: tag.secretOf = nil
        case .doubled: tag.isDoubled = true
        default: break
        }
        tag.changed = time
        try save(tag)
        try append(
            JournalEntry(
                kind, at: time, batch: tag.place?.batch, row: tag.place?.row, uid: uid, reader: reader,
                url: tag.url))
    }

    /// Marks the row of a finished tag as verified. The tag must already have been written, read back and, if
    /// the batch uses passwords, protected.
    ///
    /// - Returns: The row, in the state `verified`.
    /// - Throws: ``RegistryError`` with code `unknownTag` if the tag has no row, or `rowTaken` if the tag's
    ///   row is not being written.
    @discardableResult
    public func finish(_ written: WrittenTag, at time: Timestamp, reader: String? = nil) throws -> BatchRow {
        guard var row = try row(uid: written.uid) else { throw RegistryError(.unknownTag, written.uid) }
        guard row.state == .writing else { throw RegistryError(.rowTaken, "\(row.number) (\(row.seat))") }
        var tag = try knownTag(written.uid)
        tag.state = .inUse
        tag.url = row.url
        tag.originality = written.originality ?? tag.originality
        tag.signature = written.signature ?? tag.signature
        tag.readBackHash = written.readBackHash
        tag.verified = time
        tag.changed = time
        row.state = .verified
        row.failure = nil
        row.changed = time
        try save(row)
        try save(tag)
        try append(entry(.verified, row, at: time, reader: reader))
        return row
    }

    /// Records that a tag was rejected. If the row is unfinished and no other tag is being written for it,
    /// the row becomes open and stores the reason.
    ///
    /// - Parameters:
    ///   - chip: The chip, or nil if not even its UID could be read.
    ///   - place: The row that the tag was intended for.
    ///   - failure: The reason.
    ///   - time: The current time.
    ///   - reader: The name of the reader, for the journal.
    public func setAside(
        _ chip: (uid: String, product: String)?, from place: TagPlace, _ failure: BatchFailure,
        at time: Timestamp, reader: String? = nil
    ) throws {
        var row = try knownRow(place)
        if row.state != .verified, row.uid == nil || row.uid == chip?.uid {
            (row.state, row.uid, row.failure, row.changed) = (.open, nil, failure, time)
            try save(row)
        }
        if let chip {
            var tag = try tag(of: chip, at: time)
            // A tag that belongs to another row, or was started for another row, stays with that row.
            if tag.place == nil || (tag.state == .begun && tag.place == place) {
                (tag.state, tag.place, tag.changed) = (.loose, nil, time)
                try save(tag)
            }
        }
        try append(
            JournalEntry(
                .setAside, at: time, batch: place.batch, row: place.row, uid: chip?.uid, reader: reader,
                url: row.url, failure: failure))
    }

    /// Records that a tag was removed too early. If the tag was being written for a row, the reason is stored
    /// in that row, which then waits for the same tag. Otherwise, only a journal entry is added.
    ///
    /// - Parameters:
    ///   - uid: The tag's UID.
    ///   - place: The row that the tag was intended for.
    ///   - failure: The reason.
    ///   - time: The current time.
    ///   - reader: The name of the reader, for the journal.
    public func leave(
        _ uid: String, from place: TagPlace, _ failure: BatchFailure, at time: Timestamp,
        reader: String? = nil
    ) throws {
        guard var row = try row(uid: uid), row.state == .writing else {
            return try append(
                JournalEntry(
                    .left, at: time, batch: place.batch, row: place.row, uid: uid, reader: reader,
                    failure: failure))
        }
        (row.failure, row.changed) = (failure, time)
        try save(row)
        var left = entry(.left, row, at: time, reader: reader)
        left.failure = failure
        try append(left)
    }

    /// Reopens a row whose unfinished tag is no longer available. Does nothing if the row is not being
    /// written.
    ///
    /// The unfinished tag then has no row. If that tag is found later, it gets another row.
    public func release(_ place: TagPlace, at time: Timestamp) throws {
        let row = try knownRow(place)
        guard row.state == .writing else { return }
        try open(row, because: .released, at: time)
    }

    /// Removes the most recently written tag of a batch from its row. The row then waits for a tag again.
    ///
    /// The tag still contains the URL. If the tag is held to the reader again, it gets the next row without a
    /// confirmation.
    ///
    /// - Returns: The row before the change.
    /// - Throws: ``RegistryError`` with code `nothingToUndo` if no row has a tag, or `locked` if the tag is
    ///   permanently locked or its lock was started.
    @discardableResult
    public func undo(_ batch: String, at time: Timestamp) throws -> BatchRow {
        guard let row = try lastVerified(of: batch), let uid = row.uid else {
            throw RegistryError(.nothingToUndo, batch)
        }
        let tag = try knownTag(uid)
        guard tag.lock != .permanent, tag.lock != .locking else { throw RegistryError(.locked, uid) }
        try open(row, because: .undone, at: time)
        return row
    }

    /// Returns the row that most recently got its current tag; nil if no row has a tag.
    public func lastVerified(of batch: String) throws -> BatchRow? {
        for entry in try journal(batch: batch, kind: .verified, limit: BatchRow.most) {
            guard let number = entry.row, let row = try row(number, of: batch), row.state == .verified,
                row.uid == entry.uid
            else { continue }
            return row
        }
        return nil
    }

    /// Removes a lost or broken tag from its row, regardless of its lock state. The row then waits for
    /// another tag.
    public func replace(_ place: TagPlace, at time: Timestamp) throws {
        try open(knownRow(place), because: .replaced, at: time)
    }

    private func open(_ row: BatchRow, because kind: JournalEntry.Kind, at time: Timestamp) throws {
        try append(entry(kind, row, at: time))
        if let uid = row.uid, var tag = try tag(uid: uid) {
            (tag.state, tag.place, tag.changed) = (.loose, nil, time)
            try save(tag)
            // A confirmation by a person is valid for one tag only.
            if var batch = try batch(row.batch), batch.canary == uid {
                batch.canary = nil
                try save(batch)
            }
        }
        var row = row
        (row.state, row.uid, row.changed) = (.open, nil, time)
        try save(row)
    }

    /// Returns the chip's record, or a new record.
    private func tag(of chip: (uid: String, product: String), at time: Timestamp) throws -> RegisteredTag {
        try tag(uid: chip.uid) ?? RegisteredTag(uid: chip.uid, product: chip.product, changed: time)
    }

    private func entry(
        _ kind: JournalEntry.Kind, _ row: BatchRow, at time: Timestamp, reader: String? = nil
    ) -> JournalEntry {
        JournalEntry(
            kind, at: time, batch: row.batch, row: row.number, uid: row.uid, reader: reader, url: row.url)
    }

    /// Returns the row at the given batch and row number.
    ///
    /// - Throws: ``RegistryError`` with code `unknownRow`.
    public func knownRow(_ place: TagPlace) throws -> BatchRow {
        guard let row = try row(place.row, of: place.batch) else {
            throw RegistryError(.unknownRow, "\(place.row) in the batch \(place.batch)")
        }
        return row
    }

    /// Returns the tag with this UID.
    ///
    /// - Throws: ``RegistryError`` with code `unknownTag`.
    public func knownTag(_ uid: String) throws -> RegisteredTag {
        guard let tag = try tag(uid: uid) else { throw RegistryError(.unknownTag, uid) }
        return tag
    }

    /// Records a step of locking, protecting or unprotecting a single tag outside a batch run.
    ///
    /// Nothing is stored for an unregistered tag, or if nothing was written and the recorded lock state is
    /// already correct.
    ///
    /// - Parameters:
    ///   - kind: `locking` or `protecting` before the first write. `locked`, `protected` or `unprotected`
    ///     afterwards.
    ///   - uid: The tag's UID.
    ///   - secret: The secret from which the password is derived, or nil if no password is set.
    ///   - isWritten: Whether the tag was or will be written.
    ///   - time: The current time.
    ///   - reader: The name of the reader, for the journal.
    /// - Returns: The tag with its new record, or nil if the tag is not registered.
    @discardableResult
    public func noteByHand(
        _ kind: JournalEntry.Kind, of uid: String, secret: BatchSecret?, isWritten: Bool, at time: Timestamp,
        reader: String? = nil
    ) throws -> RegisteredTag? {
        guard let known = try tag(uid: uid) else { return nil }
        guard isWritten || known.lock != kind.lockState else { return known }
        try note(kind, of: uid, at: time, reader: reader)
        var tag = try knownTag(uid)
        if tag.lock == .protecting || tag.lock == .password {
            // Only a batch with this secret can unprotect the tag.
            tag.secretOf = try secret.flatMap { try batch(with: $0, preferring: tag.place?.batch) }
            try save(tag)
        }
        return tag
    }

    /// Returns the name of the batch that uses this secret, or nil. If several batches match, the tag's batch
    /// is preferred.
    private func batch(with secret: BatchSecret, preferring own: String?) throws -> String? {
        let fingerprint = secret.fingerprint
        let all = try allBatches().filter { $0.secretFingerprint == fingerprint }.map(\.name)
        return own.flatMap { own in all.first { $0 == own } } ?? all.first
    }

    // MARK: Replacement tags: the old tag stays until the new one is written and read back

    /// Records that a replacement for a row's tag will be written. Until the replacement has been written, it
    /// has no row, and the row keeps its current tag.
    ///
    /// - Parameters:
    ///   - chip: The UID and product of the replacement. Data already recorded about the chip is preserved.
    ///   - place: The row.
    ///   - time: The current time.
    ///   - reader: The name of the reader, for the journal.
    /// - Returns: The unchanged row.
    /// - Throws: ``RegistryError`` with code `tagPlaced` if the replacement already has a row or is being
    ///   written for one.
    @discardableResult
    public func beginExchange(
        _ chip: (uid: String, product: String), for place: TagPlace, at time: Timestamp, reader: String? = nil
    ) throws -> BatchRow {
        let row = try knownRow(place)
        var tag = try tag(of: chip, at: time)
        if let elsewhere = tag.place { throw elsewhere.taken(by: chip.uid) }
        (tag.product, tag.url, tag.tagID, tag.changed) = (chip.product, row.url, row.tagID, time)
        try save(tag)
        try append(
            JournalEntry(
                .begun, at: time, batch: place.batch, row: place.row, uid: chip.uid, reader: reader,
                url: row.url))
        return row
    }

    /// Records that a replacement for a row's tag was written. The row is assigned to the replacement, and
    /// the previous tag no longer has a row.
    ///
    /// - Returns: The row, in the state `verified`.
    @discardableResult
    public func exchange(
        _ place: TagPlace, for written: WrittenTag, at time: Timestamp, reader: String? = nil
    ) throws -> BatchRow {
        try replace(place, at: time)
        var (row, tag) = try (knownRow(place), knownTag(written.uid))
        (row.state, row.uid, tag.state, tag.place) = (.writing, written.uid, .begun, place)
        try save(row)
        try save(tag)
        return try finish(written, at: time, reader: reader)
    }
}

extension TagPlace {
    /// Returns the error for a tag that already has this place.
    fileprivate func taken(by uid: String) -> RegistryError {
        RegistryError(.tagPlaced, uid, wanted: "its seat is in row \(row) of the batch \(batch)")
    }
}

extension JournalEntry.Kind {
    /// The tag's lock state after an event of this kind; nil if the event does not change it.
    var lockState: TagLockState? {
        switch self {
        case .protecting: .protecting
        case .protected: .password
        case .unprotected: .open
        case .locking: .locking
        case .locked: .permanent
        default: nil
        }
    }
}
