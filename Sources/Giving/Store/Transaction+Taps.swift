public import DatabaseKit
import Foundation
import PaymentCore
public import TimeKit

extension Transaction {
    /// Saves a new tap.
    public func save(_ tap: Tap) throws { try save([tap]) }

    /// Saves new taps, in order.
    public func save(_ taps: [Tap]) throws {
        var keys = TimedRows.NewKeys(of: .taps)
        var places: [TapPlace: Int64] = [:]
        var values: [StatementValues] = []
        for tap in taps {
            let row = try StoredTap(tap)
            let place = try places[row.place] ?? number(of: row.place)
            places[row.place] = place
            let number = TimedRows.taps.number(of: tap.id)
            values.append([
                try keys.key(for: tap.id, in: self), number, number == nil ? tap.id : nil, place,
                row.flags.rawValue, row.mirror, row.url, row.body,
            ])
        }
        while !values.isEmpty {
            // Only two forms of the statement are used, because each form is compiled once.
            let count = values.count < Self.tapsAtOnce ? 1 : Self.tapsAtOnce
            let rows = Array(repeating: "(?, ?, ?, ?, ?, ?, ?, ?)", count: count).joined(separator: ", ")
            try run(
                "INSERT INTO tap (moment, number, id, place, flags, mirror, url, body) VALUES \(rows)",
                values.prefix(count).reduce(into: []) { $0 += $1 })
            values.removeFirst(count)
        }
    }

    /// The number of taps that one statement inserts.
    private static var tapsAtOnce: Int { 16 }

    /// Returns the tap with this id, or nil.
    public func tap(_ id: String) throws -> Tap? {
        try TimedRows.taps.key(of: id, in: self).flatMap(tap)
    }

    /// Returns a page of taps, newest first, for one organization or for all organizations.
    public func taps(organization: String?, after id: String?, limit: Int) throws -> [Tap] {
        var end = Int64.max
        if let id {
            // The tap may have been removed since the previous page.
            end =
                try TimedRows.taps.key(of: id, in: self)
                ?? TimedRows.first(ofSecond: TimedRows.taps.second(of: id) ?? 0)
        }
        guard let organization else {
            return try all(
                "SELECT moment FROM tap WHERE moment < ? ORDER BY moment DESC LIMIT ?", [end, limit]
            ) { row -> Int64 in row[0] }.compactMap(tap)
        }
        let moments = try places(of: organization).flatMap { place in
            try all(
                "SELECT moment FROM tap WHERE place = ? AND moment < ? ORDER BY moment DESC LIMIT ?",
                [place, end, limit]
            ) { row -> Int64 in row[0] }
        }
        return try moments.sorted(by: >).prefix(limit).compactMap(tap)
    }

    /// Returns the number of an organization's taps in a period.
    public func tapCount(ofOrganization organization: String, in period: Range<Timestamp>) throws -> Int {
        try value(
            """
            SELECT COUNT(*) FROM tap WHERE place IN (SELECT place FROM tap_place WHERE organization = ?)
              AND moment >= ? AND moment < ?
            """,
            [
                organization, TimedRows.first(ofSecond: period.lowerBound.seconds),
                TimedRows.first(ofSecond: period.upperBound.seconds),
            ]) ?? 0
    }

    /// Records that a tap led to a gift, so that ``removeTaps(_:)`` does not remove the tap. An unknown id
    /// has no effect.
    func keepTap(_ id: String) throws {
        guard let moment = try TimedRows.taps.key(of: id, in: self) else { return }
        let flag = StoredTap.Flags.ledToGift.rawValue
        try run("UPDATE tap SET flags = flags | ? WHERE moment = ?", [flag, moment])
    }

    /// Returns the ids of old taps that did not lead to a gift.
    ///
    /// - Parameters:
    ///   - time: The time before which a tap is considered old.
    ///   - place: The cursor from the previous call, or nil to start with the oldest tap.
    ///   - limit: The maximum number of old taps to examine.
    /// - Returns: The ids, and the cursor for the next call. The cursor is nil if there are no more old taps.
    public func oldTaps(before time: Timestamp, after place: Int64?, limit: Int) throws -> (
        ids: [String], last: Int64?
    ) {
        let found = try all(
            """
            SELECT moment, number, flags & ? FROM tap WHERE moment > ? AND moment < ? AND number IS NOT NULL
            ORDER BY moment LIMIT ?
            """,
            [
                StoredTap.Flags.ledToGift.rawValue, place ?? TimedRows.firstTimed - 1,
                TimedRows.first(ofSecond: time.seconds), limit,
            ]
        ) { row -> (moment: Int64, number: Int64, isKept: Bool) in (row[0], row[1], row[2]) }
        return (
            found.filter { !$0.isKept }.map { TimedRows.taps.id(ofKey: $0.moment, number: $0.number) },
            found.count == limit ? found.last?.moment : nil
        )
    }

    /// Removes taps, except those that have led to a gift.
    public func removeTaps(_ ids: [String]) throws {
        for id in ids {
            guard let moment = try TimedRows.taps.key(of: id, in: self) else { continue }
            try run(
                "DELETE FROM tap WHERE moment = ? AND (flags & ?) = 0",
                [moment, StoredTap.Flags.ledToGift.rawValue])
        }
    }

    /// Returns the tap with this row key, or nil.
    private func tap(_ moment: Int64) throws -> Tap? {
        try one(
            """
            SELECT number, tap_place.body, flags, mirror, url, tap.body FROM tap
              JOIN tap_place ON tap_place.place = tap.place WHERE moment = ?
            """, [moment]
        ) { row in
            let stored = StoredTap(
                place: try DocumentCoder.decodeCached(TapPlace.self, from: row[1]),
                flags: StoredTap.Flags(rawValue: row[2]), mirror: row[3], url: row[4], body: row[5])
            let number: Int64? = row[0]
            return try stored.tap(id: number.map { TimedRows.taps.id(ofKey: moment, number: $0) })
        }
    }

    /// Returns the number under which a ``TapPlace`` is stored. If the place is new, stores it first.
    private func number(of place: TapPlace) throws -> Int64 {
        let body = try document(place)
        if let known: Int64 = try value("SELECT place FROM tap_place WHERE body = ?", [body]) { return known }
        let number = try inserted(
            "INSERT INTO tap_place (organization, body) VALUES (?, ?)",
            [place.organization, body], number: "place")
        return number ?? 0
    }

    /// Returns the numbers under which an organization's ``TapPlace`` values are stored.
    private func places(of organization: String) throws -> [Int64] {
        try all("SELECT place FROM tap_place WHERE organization = ?", [organization]) { $0[0] }
    }
}
