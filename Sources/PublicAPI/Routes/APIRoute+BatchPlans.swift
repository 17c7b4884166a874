import DataFolderKit
import DatabaseKit
import Documents
import Giving
import TagRegistry
import TimeKit

/// Planning of batches: which seat's tag leads where. Tags are written only at a reader.
extension APIRoute {
    static let batchPlans: [APIRoute] = [
        post(
            "/api/batches", "createBatch", "Plan a batch of an organization: which seat's tag leads where",
            for: .tagChanges,
            [
                .always("name", .text(), "1 to 64 characters"),
                .always("org", .text(), "the organization"),
                .maybe("fund", .text(), "the fund; else its default fund"),
                .maybe("recurring", .truth, "offer a monthly gift first"),
                .maybe("seats", .list(of: .text()), "the seats, each once"),
                .maybe(
                    "count", .number(1...Int64(BatchRow.most)), "so many seats, in place of a list of them",
                    insteadOf: "seats"),
                .maybe(
                    "place", .text(), "with count, where they are: rows A-F, or Lobby", beside: "count"),
                .maybe("campus", .text(), "the site of the seats"),
                .maybe("protection", .cases(of: TagProtection.self), "none unless said"),
                .maybe("chips", .list(of: .text()), "products; else the NTAG21x that the URLs fit on"),
                .maybe("genuine_only", .truth, "tags with a wrong maker's signature are set aside"),
                .maybe("mirror", .truth, "the chip mirrors UID and counter; with a protection"),
                .maybe("count_seats", .truth, "the id of each seat stands in its URL"),
                .maybe("managed", .truth, "where the tags lead can be changed later"),
                .maybe("dry_run", .truth, "check all of it, and keep nothing"),
            ], answers: PlannedBatch.fields.schema
        ) { visit in
            let id = try await visit.organization(visit.fields.needed("org"))
            let (wish, hosts, random) = (try visit.batchWish(of: id), visit.hosts, visit.random)
            let directory = try await visit.data.batchDirectory(of: [id], among: visit.reaches)
            if visit.fields.truth("dry_run") == true {
                var plan = try wish.plan(
                    in: directory, hosts: hosts, random: random, at: visit.data.clock.now())
                plan.noteUncheckedDestinations()
                return plan.document(isKept: false)
            }
            return try await visit.once(["plan batch", id]) { transaction, now in
                var plan = try wish.plan(in: directory, hosts: hosts, random: random, at: now)
                try transaction.keep(plan)
                plan.noteUncheckedDestinations()
                return plan.document(isKept: true)
            } find: { transaction in
                guard let seats = try transaction.seats(of: id, in: wish.keptName) else {
                    throw GivingError(.notFound, "batch \(wish.name.prefix(64))")
                }
                return PlannedBatch(seats.counted, rows: seats.rows.map(\.row), isKept: true).document
            }
        }
    ]
}

extension BatchPlan {
    /// Notes that the destinations of a permanent batch were not opened.
    ///
    /// A server that opens URLs for its clients could be abused to reach other servers, so `batch lock` checks them
    /// instead.
    fileprivate mutating func noteUncheckedDestinations() {
        guard batch.protection == .permanent else { return }
        notes.append(
            .words(
                "the destinations were not opened; `tapctl batch lock` opens them before it locks the tags"))
    }
}

extension APIRequestContext {
    fileprivate func batchWish(of organization: String) throws -> BatchWish {
        var wish = BatchWish(
            name: fields.needed("name"), rows: try batchRows(),
            protection: fields.code("protection", of: TagProtection.self) ?? .none,
            rooms: try chipRooms(),
            genuineOnly: fields.truth("genuine_only") ?? false, mirrors: fields.truth("mirror") ?? false,
            countsSeats: fields.truth("count_seats") ?? false, isManaged: fields.truth("managed") ?? false)
        for index in wish.rows.indices {
            wish.rows[index].campus = fields.text("campus") ?? ""
            wish.rows[index].org = organization
            wish.rows[index].fund = fields.text("fund") ?? ""
            wish.rows[index].recurring = fields.truth("recurring") == true ? true : nil
        }
        switch wish.contradiction {
        case .managedMirror: throw Self.exclusive("mirror", "goes not with managed", "Leave one away.")
        case .unprotectedMirror:
            throw Self.exclusive("mirror", "goes with a protection", "Give \"password\" or \"permanent\".")
        case .managedCount:
            throw Self.exclusive(
                "count_seats", "goes not with managed", "Managed tags have ids: leave it out.")
        case nil: return wish
        }
    }

    private func chipRooms() throws -> [ChipRoom] {
        do {
            return try (fields.texts("chips") ?? []).map { ChipRoom(try TagArea.named($0)) }
        } catch let error as UnknownChip {
            throw APIError.field("unknownChip", "chips", "names no chip that is known", remedy: error.message)
        }
    }

    private func batchRows() throws -> [BatchJob.Row] {
        switch (fields.texts("seats"), fields.number("count")) {
        case (let seats?, nil): return seats.map { BatchJob.Row(seat: $0) }
        case (nil, let count?):
            return try BatchJob.Row.counted(Int(count), place: fields.text("place") ?? "")
        case (nil, nil):
            throw APIError.field("missingField", "seats", "is missing", remedy: "Give it, or count.")
        case (_?, _?): throw Self.exclusive("count", "stands in place of seats", "Leave one away.")
        }
    }

    private static func exclusive(_ name: String, _ flaw: String, _ remedy: String) -> APIError {
        .field("usage", name, flaw, remedy: remedy)
    }
}
