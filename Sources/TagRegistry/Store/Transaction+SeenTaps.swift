public import DatabaseKit
import Foundation
import TextKit

/// Recorded taps, and the highest counter seen from each chip.
extension Transaction {
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

    /// Removes taps. The highest mirrored counter of a chip is kept if the chip is registered or has other
    /// taps; otherwise, the counter is removed too.
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

    /// Returns the taps whose URL contained the given UID or the given tag id, newest first. A nil argument
    /// matches no tap.
    public func seenTaps(uid: String?, tagID: String?, limit: Int) throws -> [SeenTap] {
        let bytes = uid.flatMap { Hex.bytes(of: $0) }.map { Data($0) }
        // The index contains the end of an id, which is enough to find it. Without the concatenation, SQLite would
        // replace `tag_id` by the parameter everywhere, and not use the index. In PostgreSQL, `substr` returns the
        // whole id, with the same result.
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

    /// Returns the highest counter seen from a chip with this kind of evidence. Returns nil before the first
    /// tap with this evidence.
    ///
    /// For mirrored data, counters are stored with the taps, and in `tap_counter` for removed taps. For
    /// verified messages, they are stored in `tap_counter`.
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
}
