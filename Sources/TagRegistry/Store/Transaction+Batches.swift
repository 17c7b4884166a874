public import DatabaseKit
import Foundation
import TextKit

extension Transaction {
    /// Saves a new batch, or the changes to an existing one.
    public func save(_ batch: Batch) throws {
        changed(batch.name)
        try run(
            """
            INSERT INTO batch (name, organization, short_name, body) VALUES (?, ?, ?, ?)
            ON CONFLICT (name) DO UPDATE SET body = excluded.body
            """,
            [
                batch.name.caseKey, (batch.organization ?? "").caseKey, batch.shortName.caseKey,
                try document(batch),
            ])
    }

    /// Returns the batch that an organization knows by this name: one that it planned itself, or one that the
    /// server's operator planned. Returns nil if the organization has no seat in such a batch.
    ///
    /// The same statement runs for every name, so that the duration reveals nothing about other organizations' batches.
    public func batch(_ shortName: String, of organization: String) throws -> Batch? {
        try first(
            Batch.self,
            """
            SELECT body FROM batch
            WHERE short_name = ?2 AND organization IN (?1, '') AND EXISTS (
              SELECT 1 FROM batch_row WHERE batch_row.batch = batch.name AND batch_row.organization = ?1)
            ORDER BY organization DESC LIMIT 1
            """, [organization.caseKey, shortName.caseKey])
    }

    /// Returns a page of the batches in which an organization has seats, sorted by ``Batch/shortName``, starting after
    /// the given one.
    public func batches(of organization: String, after shortName: String?, limit: Int) throws -> [Batch] {
        try all(
            Batch.self,
            """
            SELECT body FROM batch
            WHERE short_name > ?2 AND organization IN (?1, '') AND EXISTS (
              SELECT 1 FROM batch_row WHERE batch_row.batch = batch.name AND batch_row.organization = ?1)
            ORDER BY short_name, organization DESC LIMIT ?3
            """, [organization.caseKey, shortName?.caseKey ?? "", limit])
    }

    /// Returns the batch with this name, compared without ASCII case, or nil.
    public func batch(_ name: String) throws -> Batch? {
        try first(Batch.self, "SELECT body FROM batch WHERE name = ?", [name.caseKey])
    }

    /// Returns a page of batches sorted by name, starting after the given name.
    public func batches(after name: String?, limit: Int) throws -> [Batch] {
        try all(
            Batch.self, "SELECT body FROM batch WHERE name > ? ORDER BY name LIMIT ?",
            [name?.caseKey ?? "", limit])
    }

    /// Removes a batch and its rows. The journal entries remain.
    public func removeBatch(_ name: String) throws {
        changed(name)
        try run("DELETE FROM batch_row WHERE batch = ?", [name.caseKey])
        try run("DELETE FROM batch WHERE name = ?", [name.caseKey])
    }

    /// Saves a new row, or the changes to an existing one.
    ///
    /// - Throws: ``RegistryError`` with code `doubledPlace` if another row of the batch has this seat, ignoring ASCII
    ///   case, and `tagPlaced` if another row has this tag.
    public func save(_ row: BatchRow) throws {
        changed("\(row.batch)/\(row.number)", of: row.org)
        let seated: Int? = try value(
            "SELECT number FROM batch_row WHERE batch = ? AND seat = ?",
            [row.batch.caseKey, row.seat.caseKey])
        if let seated, seated != row.number { throw RegistryError(.doubledPlace, row.seat) }
        if let uid = row.uid, let other = try self.row(uid: uid),
            other.batch != row.batch || other.number != row.number
        {
            throw RegistryError(
                .tagPlaced, uid, wanted: "row \(other.number) (\(other.seat)) of the batch \(other.batch)")
        }
        try run(
            """
            INSERT INTO batch_row (batch, number, seat, organization, state, uid, tag_id, body)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (batch, number) DO UPDATE SET seat = excluded.seat,
              organization = excluded.organization, state = excluded.state, uid = excluded.uid,
              tag_id = excluded.tag_id, body = excluded.body
            """,
            [
                row.batch.caseKey, row.number, row.seat.caseKey, row.org?.caseKey, row.state.rawValue,
                row.uid, row.tagID, try document(row),
            ])
    }

    /// Returns the row with this number, or nil.
    public func row(_ number: Int, of batch: String) throws -> BatchRow? {
        try first(
            BatchRow.self, "SELECT body FROM batch_row WHERE batch = ? AND number = ?",
            [batch.caseKey, number])
    }

    /// Returns the row that this tag occupies or is being written for, or nil.
    public func row(uid: String) throws -> BatchRow? {
        try first(BatchRow.self, "SELECT body FROM batch_row WHERE uid = ?", [uid])
    }

    /// Returns the row whose URL has exactly this id, or nil.
    public func row(tagID: String) throws -> BatchRow? {
        try first(BatchRow.self, "SELECT body FROM batch_row WHERE tag_id = ?", [tagID])
    }

    /// Returns the rows with this seat, ignoring ASCII case, in one batch or in all batches. Sorted by batch and row
    /// number.
    public func rows(seat: String, of batch: String?, limit: Int) throws -> [BatchRow] {
        guard let batch else {
            return try all(
                BatchRow.self, "SELECT body FROM batch_row WHERE seat = ? ORDER BY batch, number LIMIT ?",
                [seat.caseKey, limit])
        }
        return try all(
            BatchRow.self, "SELECT body FROM batch_row WHERE batch = ? AND seat = ? LIMIT ?",
            [batch.caseKey, seat.caseKey, limit])
    }

    /// Returns a page of a batch's rows sorted by number, starting after the given number. If `state` is nil, rows in
    /// every state are returned.
    public func rows(of batch: String, state: BatchRow.State?, after number: Int?, limit: Int) throws
        -> [BatchRow]
    {
        guard let state else {
            return try all(
                BatchRow.self,
                "SELECT body FROM batch_row WHERE batch = ? AND number > ? ORDER BY number LIMIT ?",
                [batch.caseKey, number ?? 0, limit])
        }
        return try all(
            BatchRow.self,
            """
            SELECT body FROM batch_row WHERE batch = ? AND state = ? AND number > ? ORDER BY number LIMIT ?
            """, [batch.caseKey, state.rawValue, number ?? 0, limit])
    }

    /// Returns a page of an organization's rows in a batch, sorted by number, starting after the given number. The
    /// organization's id is compared without ASCII case.
    public func rows(of batch: String, organization: String, after number: Int, limit: Int) throws
        -> [BatchRow]
    {
        try all(
            BatchRow.self,
            """
            SELECT body FROM batch_row WHERE batch = ? AND organization = ? AND number > ?
            ORDER BY number LIMIT ?
            """, [batch.caseKey, organization.caseKey, number, limit])
    }

    /// Returns the number of a batch's rows in each state.
    public func rowCounts(of batch: String) throws -> [BatchRow.State: Int] {
        let rows = try all(
            "SELECT state, COUNT(*) AS rows FROM batch_row WHERE batch = ? GROUP BY state", [batch.caseKey])
        return rows.reduce(into: [:]) { counts, row in
            if let state = BatchRow.State(rawValue: row["state"]) { counts[state] = row["rows"] }
        }
    }

    /// Saves a new tag, or the changes to an existing one.
    ///
    /// - Throws: ``RegistryError`` with code `placeTaken` if another tag occupies the same row.
    public func save(_ tag: RegisteredTag) throws {
        if let place = tag.place {
            let other: String? = try value(
                "SELECT uid FROM registered_tag WHERE batch = ? AND row = ?",
                [place.batch.caseKey, place.row])
            if let other, other != tag.uid {
                throw RegistryError(.placeTaken, tag.uid, wanted: "row \(place.row) has the tag \(other)")
            }
        }
        try run(
            """
            INSERT INTO registered_tag (uid, batch, row, body) VALUES (?, ?, ?, ?)
            ON CONFLICT (uid) DO UPDATE SET batch = excluded.batch, row = excluded.row, body = excluded.body
            """, [tag.uid, tag.place?.batch.caseKey, tag.place?.row, try document(tag)])
    }

    /// Returns the tag with this UID in upper-case hex, or nil.
    public func tag(uid: String) throws -> RegisteredTag? {
        try first(RegisteredTag.self, "SELECT body FROM registered_tag WHERE uid = ?", [uid])
    }

    /// Returns a page of tags sorted by UID, starting after the given UID. If `batch` is nil, the tags of all batches
    /// are returned.
    public func tags(of batch: String?, after uid: String?, limit: Int) throws -> [RegisteredTag] {
        guard let batch else {
            return try all(
                RegisteredTag.self, "SELECT body FROM registered_tag WHERE uid > ? ORDER BY uid LIMIT ?",
                [uid ?? "", limit])
        }
        return try all(
            RegisteredTag.self,
            "SELECT body FROM registered_tag WHERE batch = ? AND uid > ? ORDER BY uid LIMIT ?",
            [batch.caseKey, uid ?? "", limit])
    }

    /// Adds an entry at the end of the journal.
    public func append(_ entry: JournalEntry) throws {
        try run(
            "INSERT INTO tag_journal (batch, row, uid, kind, body) VALUES (?, ?, ?, ?, ?)",
            [entry.batch?.caseKey, entry.row, entry.uid, entry.kind.rawValue, try document(entry)])
    }

    /// Returns the journal entries of a tag, newest first.
    public func journal(uid: String, limit: Int) throws -> [JournalEntry] {
        try all(
            JournalEntry.self, "SELECT body FROM tag_journal WHERE uid = ? ORDER BY sequence DESC LIMIT ?",
            [uid, limit])
    }

    /// Returns the journal entries of a row, newest first.
    public func journal(batch: String, row: Int, limit: Int) throws -> [JournalEntry] {
        try all(
            JournalEntry.self,
            "SELECT body FROM tag_journal WHERE batch = ? AND row = ? ORDER BY sequence DESC LIMIT ?",
            [batch.caseKey, row, limit])
    }

    /// Returns a batch's journal entries of one kind, newest first.
    public func journal(batch: String, kind: JournalEntry.Kind, limit: Int) throws -> [JournalEntry] {
        try all(
            JournalEntry.self,
            "SELECT body FROM tag_journal WHERE batch = ? AND kind = ? ORDER BY sequence DESC LIMIT ?",
            [batch.caseKey, kind.rawValue, limit])
    }

    /// Returns the number of a batch's journal entries of one kind.
    public func journalCount(batch: String, kind: JournalEntry.Kind) throws -> Int {
        try value(
            "SELECT COUNT(*) FROM tag_journal WHERE batch = ? AND kind = ?",
            [batch.caseKey, kind.rawValue]) ?? 0
    }

    /// Saves a new destination, or the changes to an existing one.
    public func save(_ destination: ManagedDestination) throws {
        changed(destination.id, of: destination.aims.last?.org ?? destination.owner)
        try run(
            """
            INSERT INTO managed_destination (id, batch, body) VALUES (?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET batch = excluded.batch, body = excluded.body
            """, [destination.id, destination.place?.batch.caseKey, try document(destination)])
    }

    /// Returns the destination with exactly this id, or nil.
    public func destination(_ id: String) throws -> ManagedDestination? {
        try first(ManagedDestination.self, "SELECT body FROM managed_destination WHERE id = ?", [id])
    }

    /// Returns a page of destinations sorted by id, starting after the given id. If `batch` is nil, those of all
    /// batches are returned.
    public func destinations(of batch: String?, after id: String?, limit: Int) throws -> [ManagedDestination]
    {
        guard let batch else {
            return try all(
                ManagedDestination.self,
                "SELECT body FROM managed_destination WHERE id > ? ORDER BY id LIMIT ?", [id ?? "", limit])
        }
        return try all(
            ManagedDestination.self,
            "SELECT body FROM managed_destination WHERE batch = ? AND id > ? ORDER BY id LIMIT ?",
            [batch.caseKey, id ?? "", limit])
    }

    /// Saves a tap unchanged. To compare the tap with earlier ones first, use ``record(_:)``.
    public func save(_ tap: SeenTap) throws {
        let (row, rows) = (try StoredSeenTap(tap), TimedRows.seenTaps)
        let moment = try rows.key(of: tap.id, in: self) ?? rows.newKey(for: tap.id, in: self)
        let number = rows.number(of: tap.id)
        try run(
            """
            INSERT INTO seen_tap (moment, number, id, is_replay, uid, counter, tag_id, body)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (moment) DO UPDATE SET number = excluded.number, id = excluded.id,
              is_replay = excluded.is_replay, uid = excluded.uid, counter = excluded.counter,
              tag_id = excluded.tag_id, body = excluded.body
            """,
            [
                moment, number, number == nil ? tap.id : nil, row.isReplay ? 1 : 0, row.uid, row.counter,
                row.tagID, row.body,
            ])
    }

    /// Removes taps. If a chip is not registered and has no other taps, its highest mirrored counter is removed too.
    public func removeSeenTaps(_ ids: [String]) throws {
        for id in ids {
            guard let moment = try TimedRows.seenTaps.key(of: id, in: self) else { continue }
            let tap = try seenTap(moment)
            try run("DELETE FROM seen_tap WHERE moment = ?", [moment])
            guard let uid = tap?.uid, let bytes = Hex.bytes(of: uid) else { continue }
            guard
                try isAny("SELECT 1 FROM seen_tap WHERE uid = ? LIMIT 1", [Data(bytes)])
                    || isAny("SELECT 1 FROM registered_tag WHERE uid = ?", [uid])
            else {
                try run(
                    "DELETE FROM tap_counter WHERE uid = ? AND evidence = ?",
                    [uid, SeenTap.Evidence.mirror.rawValue])
                continue
            }
            guard tap?.evidence == .mirror, let counter = tap?.counter else { continue }
            if try highestCounter(ofUID: uid, by: .mirror).map({ $0 < counter }) ?? true {
                try raiseCounter(ofUID: uid, by: .mirror, to: counter)
            }
        }
    }

    /// Returns the tap with this id, or nil.
    public func seenTap(_ id: String) throws -> SeenTap? {
        try TimedRows.seenTaps.key(of: id, in: self).flatMap(seenTap)
    }

    /// Returns the taps with a chip's UID or a tag's id, newest first.
    public func seenTaps(uid: String?, tagID: String?, limit: Int) throws -> [SeenTap] {
        let bytes = uid.flatMap { Hex.bytes(of: $0) }.map { Data($0) }
        // The index contains the end of an id, which is enough to find it. Without the concatenation, SQLite would
        // replace `tag_id` by the parameter everywhere, and not use the index. In PostgreSQL, `substr` returns the whole
        // id, with the same result.
        return try all(
            """
            SELECT moment FROM (
              SELECT moment FROM seen_tap WHERE uid = ?
              UNION SELECT moment FROM seen_tap
                WHERE tag_id IS NOT NULL AND substr(tag_id, -4) = substr(?, -4) AND tag_id || '' = ?) AS found
            ORDER BY moment DESC LIMIT ?
            """, [bytes, tagID, tagID, limit]
        ) { row -> Int64 in row[0] }.compactMap(seenTap)
    }

    /// Returns the tap with a key.
    private func seenTap(_ moment: Int64) throws -> SeenTap? {
        try one(
            "SELECT number, is_replay, uid, counter, tag_id, body FROM seen_tap WHERE moment = ?", [moment]
        ) { row in
            let stored = StoredSeenTap(
                isReplay: row[1], uid: row[2], counter: row[3], tagID: row[4], body: row[5])
            let number: Int64? = row[0]
            return try stored.tap(id: number.map { TimedRows.seenTaps.id(ofKey: moment, number: $0) })
        }
    }

    /// Returns the highest counter seen from a chip with this kind of evidence, or nil before the first such tap.
    ///
    /// Each tap with a mirror is a row, and the counters of removed rows are in `tap_counter`. The counters of verified
    /// messages are in `tap_counter` from the start.
    public func highestCounter(ofUID uid: String, by evidence: SeenTap.Evidence) throws -> UInt32? {
        let kept: UInt32? = try value(
            "SELECT counter FROM tap_counter WHERE uid = ? AND evidence = ?", [uid, evidence.rawValue])
        guard evidence == .mirror, let bytes = Hex.bytes(of: uid) else { return kept }
        let seen: Int64? = try value(
            "SELECT counter FROM seen_tap WHERE uid = ? AND counter >= ? ORDER BY counter DESC LIMIT 1",
            [Data(bytes), StoredSeenTap.firstOfMirrors])
        return [kept, seen.map { UInt32(clamping: $0 - StoredSeenTap.firstOfMirrors) }]
            .compactMap(\.self).max()
    }

    /// Raises the highest counter of a chip. A lower counter changes nothing.
    public func raiseCounter(ofUID uid: String, by evidence: SeenTap.Evidence, to counter: UInt32) throws {
        try run(
            """
            INSERT INTO tap_counter (uid, evidence, counter) VALUES (?, ?, ?)
            ON CONFLICT (uid, evidence) DO UPDATE SET counter = excluded.counter
              WHERE excluded.counter > tap_counter.counter
            """, [uid, evidence.rawValue, counter])
    }

    /// Saves a new walk, whose number must be new.
    public func save(_ start: AuditStart) throws {
        try run(
            "INSERT INTO audit_walk (number, scope, body) VALUES (?, ?, ?)",
            [start.number, try document(start.scope), try document(start)])
    }

    /// Returns the last walk through exactly these seats, or the last of all walks if `scope` is nil.
    ///
    /// - Parameter seen: Whether to consider only walks on which a tag was seen.
    public func lastAudit(of scope: AuditScope?, seen: Bool) throws -> AuditStart? {
        let isSeen = "EXISTS (SELECT 1 FROM audit_sighting WHERE walk = audit_walk.number)"
        let condition = seen ? isSeen : "TRUE"
        guard let scope else {
            return try first(
                AuditStart.self,
                "SELECT body FROM audit_walk WHERE \(condition) ORDER BY number DESC LIMIT 1")
        }
        return try first(
            AuditStart.self,
            "SELECT body FROM audit_walk WHERE scope = ? AND \(condition) ORDER BY number DESC LIMIT 1",
            [try document(scope)])
    }

    /// Adds a sighting at the end of a walk. Its number must be new in the walk.
    public func append(_ sighting: AuditSighting, to walk: Int) throws {
        try run(
            "INSERT INTO audit_sighting (walk, number, body) VALUES (?, ?, ?)",
            [walk, sighting.number, try document(sighting)])
    }

    /// Returns a page of a walk's sightings in order, starting after the given number.
    public func sightings(of walk: Int, after number: Int?, limit: Int) throws -> [AuditSighting] {
        try all(
            AuditSighting.self,
            "SELECT body FROM audit_sighting WHERE walk = ? AND number > ? ORDER BY number LIMIT ?",
            [walk, number ?? 0, limit])
    }

    /// Returns the number of a walk's sightings, which are numbered from 1.
    public func sightingCount(of walk: Int) throws -> Int {
        try value("SELECT COALESCE(MAX(number), 0) FROM audit_sighting WHERE walk = ?", [walk]) ?? 0
    }
}
