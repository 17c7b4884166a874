public import DatabaseKit
import TagRegistry
import TimeKit

/// The tags and seats of all organizations. Each query is limited to one organization.
public struct SeatRegistry: Sendable {
    let database: any TransactionRunner

    public init(_ database: any TransactionRunner) { self.database = database }
}

/// The tags and seats of one organization. Those of other organizations are inaccessible.
///
/// Batches are identified by their short names (`Batch.shortName`).
struct OrganizationSeats {
    let organization: String
    let database: any TransactionRunner

    /// Returns the batches in which the organization has seats.
    func batches() async throws -> [SeatBatch] {
        try await database.read { try $0.batches(ofOrganization: organization) }
    }

    /// Returns one page of the seats in a batch, starting after the row with this number. Returns nil if the
    /// organization has no seats in the batch.
    func seats(in batch: String, after row: Int?) async throws -> SeatList? {
        try await database.read { try $0.seats(ofOrganization: organization, in: batch, after: row) }
    }

    /// Returns the seat at a place. Returns nil if the seat does not belong to the organization.
    func seat(at place: TagPlace) async throws -> Seat? {
        try await database.read { try $0.seat(ofOrganization: organization, at: place) }
    }

    /// Changes the managed tag of a seat. Changes nothing and returns nil if the seat no longer has the tag
    /// with this id.
    func change(_ tag: String, at place: TagPlace, _ change: TagChange) async throws -> ManagedDestination? {
        try await database.write { transaction in
            guard let seat = try transaction.seat(ofOrganization: organization, at: place),
                let managed = seat.managed, managed.id == tag
            else { return nil }
            switch change {
            case .aim(let aim): return try transaction.aim(tag, at: aim)
            case .withdraw: return try transaction.revoke(tag)
            }
        }
    }

    /// Returns the name of each tap's place, keyed by tap id. A place is one of the organization's seats, or
    /// the tag itself if it has no seat.
    func places(ofTaps taps: [String]) async throws -> [String: String] {
        try await database.read { try $0.places(ofOrganization: organization, taps: taps) }
    }

    /// Returns the seat of each tap, keyed by tap id. Taps are omitted if they have no seat, or if their seat
    /// belongs to another organization.
    func seats(ofTaps taps: [String]) async throws -> [String: TappedSeat] {
        try await database.read { try $0.tappedSeats(ofOrganization: organization, taps: taps) }
    }
}

/// A seat that was tapped: its name, and the name of its site.
struct TappedSeat: Hashable {
    /// The name of the seat's site, or nil.
    let site: String?
    let seat: String

    /// The name of the site, if there is one, followed by the name of the seat.
    var name: String { site.map { "\($0), \(seat)" } ?? seat }
}

/// A change to a managed tag.
enum TagChange: Hashable {
    /// Sets a new destination.
    case aim(ManagedDestination.Aim)
    /// Deactivates the tag permanently.
    case withdraw
}

/// A batch, with counts of the organization's seats in it.
struct SeatBatch: Hashable {
    let batch: Batch
    /// The number of the organization's seats.
    let seats: Int
    /// The number of the organization's seats that have a verified tag.
    let verified: Int
}

/// One page of the seats in a batch.
struct SeatList: Hashable {
    let batch: SeatBatch
    let seats: [Seat]
    /// Whether the batch has more seats after this page.
    let hasMore: Bool
    /// The names of the seats whose verified tag was never tapped, at most ``mostNamed``. The number of all
    /// such seats is `neverSeenCount`.
    let neverSeen: [String]
    let neverSeenCount: Int

    /// The maximum number of seats on a page.
    static let pageSize = 100
    /// The maximum number of never-tapped seats that are listed by name.
    static let mostNamed = 40
}

/// A seat with its tag and its taps.
struct Seat: Hashable {
    let row: BatchRow
    let tag: RegisteredTag?
    /// The destination of the seat's tag; nil if the tag is not managed.
    let managed: ManagedDestination?
    /// The newest taps of the seat, at most ``mostTaps``.
    let taps: [SeenTap]

    /// The maximum number of taps that are read per seat.
    static let mostTaps = 1_000
    /// The lowest number of taps that is shown. A lower number could come from one person who always uses the
    /// same seat.
    static let leastShown = 5

    /// The number of taps whose counter did not increase. Such a tap suggests that the URL was copied or the
    /// chip was replaced.
    var oddCounters: Int { taps.count(where: \.isReplay) }
    var lastTap: Timestamp? { taps.first?.time }
}

extension Transaction {
    fileprivate func batches(ofOrganization organization: String) throws -> [SeatBatch] {
        var found: [SeatBatch] = []
        var last: String?
        while case let page = try batches(of: organization, after: last, limit: 100), let end = page.last {
            for batch in page {
                found.append(SeatBatch(batch, try rows(ofOrganization: organization, in: batch.name)))
            }
            last = end.shortName
        }
        return found
    }

    fileprivate func seats(
        ofOrganization organization: String, in name: String, after row: Int?
    ) throws -> SeatList? {
        guard let batch = try batch(name, of: organization) else { return nil }
        let rows = try rows(ofOrganization: organization, in: batch.name)
        let shown = rows.filter { $0.number > row ?? 0 }
        let unseen = try rows.filter { row in
            try row.state == .verified && seenTaps(uid: row.uid, tagID: row.tagID, limit: 1).isEmpty
        }
        return SeatList(
            batch: SeatBatch(batch, rows),
            seats: try shown.prefix(SeatList.pageSize).map { row in
                try seat(of: row)
            },
            hasMore: shown.count > SeatList.pageSize,
            neverSeen: unseen.prefix(SeatList.mostNamed).map(\.seat), neverSeenCount: unseen.count)
    }

    fileprivate func seat(ofOrganization organization: String, at place: TagPlace) throws -> Seat? {
        guard let batch = try batch(place.batch, of: organization),
            let row = try row(place.row, of: batch.name),
            row.org?.lowercased() == organization.lowercased()
        else { return nil }
        return try seat(of: row)
    }

    private func seat(of row: BatchRow) throws -> Seat {
        Seat(
            row: row.shownToOrganization, tag: try row.uid.flatMap { try tag(uid: $0) },
            managed: try row.tagID.flatMap { try destination($0) },
            taps: try seenTaps(uid: row.uid, tagID: row.tagID, limit: Seat.mostTaps))
    }

    /// Returns the name of each tap's place, keyed by tap id: the seat or, for a tag without a seat, the tag
    /// id or UID. Taps at seats of other organizations are omitted.
    fileprivate func places(ofOrganization organization: String, taps: [String]) throws -> [String: String] {
        var places: [String: String] = [:]
        for (tap, row) in try seats(ofTaps: taps) {
            guard let row else {
                places[tap.id] = tap.tagID ?? tap.uid
                continue
            }
            if row.org?.lowercased() == organization.lowercased() { places[tap.id] = row.seat }
        }
        return places
    }

    fileprivate func tappedSeats(
        ofOrganization organization: String, taps: [String]
    ) throws -> [String: TappedSeat] {
        var found: [String: TappedSeat] = [:]
        for (tap, row) in try seats(ofTaps: taps) {
            guard let row, row.org?.lowercased() == organization.lowercased() else { continue }
            found[tap.id] = TappedSeat(site: row.campus, seat: row.seat)
        }
        return found
    }

    /// Returns each tap with its seat; the seat is nil if none is found. The seat is looked up by the chip's
    /// UID or, if no seat has this UID, by the tag id. Taps of the same tag share one database lookup.
    private func seats(ofTaps taps: [String]) throws -> [(tap: SeenTap, row: BatchRow?)] {
        var rows: [[String?]: BatchRow?] = [:]
        return try Set(taps).compactMap { try seenTap($0) }.map { tap in
            let tag = [tap.uid, tap.tagID]
            if let known = rows[tag] { return (tap, known) }
            let byChip = try tap.uid.flatMap { try row(uid: $0) }
            let found = try byChip ?? tap.tagID.flatMap { try row(tagID: $0) }
            rows[tag] = .some(found)
            return (tap, found)
        }
    }

    /// Returns an organization's rows in a batch, sorted by row number. The organization's id is compared
    /// case-insensitively.
    private func rows(ofOrganization organization: String, in batch: String) throws -> [BatchRow] {
        var all: [BatchRow] = []
        while case let page = try rows(
            of: batch, organization: organization, after: all.last?.number ?? 0, limit: 500), !page.isEmpty
        {
            all += page
        }
        return all
    }
}

extension SeatBatch {
    fileprivate init(_ batch: Batch, _ rows: [BatchRow]) {
        self.init(
            batch: batch.shownToOrganization, seats: rows.count,
            verified: rows.count { $0.state == .verified })
    }
}
