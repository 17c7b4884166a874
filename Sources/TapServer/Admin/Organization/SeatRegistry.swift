public import DatabaseKit
import TagRegistry
import TimeKit

/// The tags and seats of organizations; each question is asked for one organization.
public struct SeatRegistry: Sendable {
    let database: any TransactionRunner

    /// The registry that is kept there.
    public init(_ database: any TransactionRunner) { self.database = database }
}

/// The tags and seats of one organization: nothing of another is asked for through it.
struct OrganizationSeats: Sendable {
    let organization: String
    let database: any TransactionRunner

    /// The batches in which the organization has seats.
    func batches() async throws -> [SeatBatch] {
        try await database.read { try $0.batches(ofOrganization: organization) }
    }

    /// Returns the seats in a batch, after a row; nil if there are none.
    func seats(in batch: String, after row: Int?) async throws -> SeatList? {
        try await database.read { try $0.seats(ofOrganization: organization, in: batch, after: row) }
    }

    /// Returns the seat with this number; nil if there is none.
    func seat(at place: TagPlace) async throws -> Seat? {
        try await database.read { try $0.seat(ofOrganization: organization, at: place) }
    }

    /// Changes the managed tag of a seat, where it is still the one of this id; nil, and nothing is done, where it is
    /// not.
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

    /// Where taps were made, by their id: a seat of the organization, or else the tag.
    func places(ofTaps taps: [String]) async throws -> [String: String] {
        try await database.read { try $0.places(ofOrganization: organization, taps: taps) }
    }

    /// At which site taps were made, by their id: where the organization's seat has one.
    func sites(ofTaps taps: [String]) async throws -> [String: String] {
        try await database.read { try $0.sites(ofOrganization: organization, taps: taps) }
    }
}

/// What an organization's people change of a managed tag.
enum TagChange: Hashable, Sendable {
    /// It leads there from now on.
    case aim(ManagedDestination.Aim)
    /// It leads nowhere, for ever.
    case withdraw
}

/// A batch, as far as its seats are an organization's.
struct SeatBatch: Hashable, Sendable {
    let batch: Batch
    /// How many of them there are.
    let seats: Int
    /// How many of them have a tag that was read back.
    let verified: Int
}

/// A part of the seats of a batch.
struct SeatList: Hashable, Sendable {
    let batch: SeatBatch
    let seats: [Seat]
    /// More stand behind the last one.
    let hasMore: Bool
    /// The seats with a tag that nobody has tapped yet: the first of them, and how many there are.
    let neverSeen: [String]
    let neverSeenCount: Int

    /// How many seats stand on a page.
    static let pageSize = 100
    /// How many seats that were never seen are named.
    static let mostNamed = 40
}

/// A place, its tag, and its taps.
struct Seat: Hashable, Sendable {
    let row: BatchRow
    let tag: RegisteredTag?
    /// Where its tag leads, if that can be changed.
    let managed: ManagedDestination?
    /// The newest taps, ``mostTaps`` at most.
    let taps: [SeenTap]

    /// How many taps are looked at.
    static let mostTaps = 1_000
    /// Fewer taps than that are not told: a few could be somebody who always sits there.
    static let leastShown = 5

    /// Taps whose counter was not greater than one before: copies of a URL, or another chip.
    var oddCounters: Int { taps.count(where: \.isReplay) }
    var lastTap: Timestamp? { taps.first?.time }
}

extension Transaction {
    fileprivate func batches(ofOrganization organization: String) throws -> [SeatBatch] {
        var found: [SeatBatch] = []
        var last: String?
        while case let page = try batches(after: last, limit: 100), let end = page.last {
            for batch in page {
                let rows = try rows(ofOrganization: organization, in: batch.name)
                if !rows.isEmpty { found.append(SeatBatch(batch, rows)) }
            }
            last = end.name
        }
        return found
    }

    fileprivate func seats(
        ofOrganization organization: String, in name: String, after row: Int?
    ) throws -> SeatList? {
        guard let batch = try batch(name) else { return nil }
        let rows = try rows(ofOrganization: organization, in: batch.name)
        guard !rows.isEmpty else { return nil }
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
        guard let row = try row(place.row, of: place.batch),
            row.org?.lowercased() == organization.lowercased()
        else { return nil }
        return try seat(of: row)
    }

    private func seat(of row: BatchRow) throws -> Seat {
        Seat(
            row: row, tag: try row.uid.flatMap { try tag(uid: $0) },
            managed: try row.tagID.flatMap { try destination($0) },
            taps: try seenTaps(uid: row.uid, tagID: row.tagID, limit: Seat.mostTaps))
    }

    /// The seat of another organization is not told, nor is its tag.
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

    fileprivate func sites(ofOrganization organization: String, taps: [String]) throws -> [String: String] {
        var sites: [String: String] = [:]
        for (tap, row) in try seats(ofTaps: taps) where row?.org?.lowercased() == organization.lowercased() {
            sites[tap.id] = row?.campus
        }
        return sites
    }

    /// Taps with the seat of their chip, or else of their tag's id; a seat has many taps, and is read once.
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

    /// The rows of a batch that are an organization's, by number; ids are compared without case.
    private func rows(ofOrganization organization: String, in batch: String) throws -> [BatchRow] {
        let wanted = organization.lowercased()
        var all: [BatchRow] = []
        var last: Int?
        while case let page = try rows(of: batch, state: nil, after: last, limit: 500), let end = page.last {
            all += page.filter { $0.org?.lowercased() == wanted }
            last = end.number
        }
        return all
    }
}

extension SeatBatch {
    fileprivate init(_ batch: Batch, _ rows: [BatchRow]) {
        self.init(batch: batch, seats: rows.count, verified: rows.count { $0.state == .verified })
    }
}
