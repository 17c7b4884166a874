import DataFolderKit
import DatabaseKit
import Documents
import Giving
import StaffAccess
import TagRegistry
import TimeKit

/// Operations that plan batches, with their seats and the URLs of their tags. The API cannot write tags,
/// because that requires a reader.
extension APIRoute {
    static let batchPlans: [APIRoute] = [
        post(
            "/api/batches", "createBatch", "Plan an organization's batch, including the seats and their URLs",
            for: .tagChanges,
            [
                .required(
                    "name", .text(),
                    "1 to 64 characters; the organization must not have a batch with this name yet"),
                .required("org", .text(), "the organization"),
                .optional("fund", .text(), "the fund; default: the organization's default fund"),
                .optional("recurring", .bool, "whether to offer a monthly gift first"),
                .optional("seats", .list(of: .text()), "the names of the seats, without duplicates"),
                .optional(
                    "count", .number(1...Int64(BatchRow.most)),
                    "the number of seats, if the field seats is omitted",
                    exclusiveWith: "seats"),
                .optional(
                    "place", .text(), "with count: the location of the seats, such as rows A-F or Lobby",
                    requires: "count"),
                .optional("campus", .text(), "the campus where the seats are"),
                .optional("protection", .cases(of: TagProtection.self), "default: none"),
                .optional(
                    "chips", .list(of: .text()),
                    "the accepted chips; default: every NTAG21x that has room for the URLs"),
                .optional(
                    "genuine_only", .bool,
                    "whether to reject tags without a valid signature from the manufacturer"),
                .optional(
                    "mirror", .bool,
                    "whether the chip mirrors its UID and counter into the URL; requires protection"),
                .optional("count_seats", .bool, "whether the URL of each tag contains the id of its seat"),
                .optional("managed", .bool, "whether the destinations of the tags can be changed later"),
                .optional("dry_run", .bool, "whether to check the request without saving anything"),
            ], records: .createBatch, answers: PlannedBatch.schema
        ) { context in
            let id = try await context.organization(context.fields.needed("org"))
            let (request, hosts, random) = (try context.batchRequest(of: id), context.hosts, context.random)
            let directory = try await context.data.batchDirectory(of: [id], among: context.reaches)
            if context.fields.bool("dry_run") == true {
                var plan = try request.plan(
                    in: directory, hosts: hosts, random: random, at: context.data.clock.now())
                plan.noteUncheckedDestinations()
                return plan.document(isKept: false)
            }
            return try await context.once(["plan batch", id]) { transaction, now in
                var plan = try request.plan(in: directory, hosts: hosts, random: random, at: now)
                try transaction.keep(plan.planned(by: id))
                plan.noteUncheckedDestinations()
                return plan.document(isKept: true)
            } find: { transaction in
                guard let seats = try transaction.seats(of: id, in: request.keptName) else {
                    throw APIObject.batch.notYours(request.name)
                }
                return PlannedBatch(seats.counted, rows: seats.rows.map(\.row), isKept: true).document
            }
        }
    ]
}

extension BatchPlan {
    /// If the batch's tags will be permanently locked, adds a note that their URLs were not opened.
    ///
    /// A server that opens URLs for its clients could be abused to reach other servers. The API therefore
    /// never opens them.
    fileprivate mutating func noteUncheckedDestinations() {
        guard batch.protection == .permanent else { return }
        notes.append(
            .words(
                "the URLs were not checked; `tapctl batch lock` opens them before it locks the tags"))
    }
}

extension APIRequestContext {
    fileprivate func batchRequest(of organization: String) throws -> BatchRequest {
        var request = BatchRequest(
            name: fields.needed("name"), rows: try batchRows(),
            protection: fields.code("protection", of: TagProtection.self) ?? .none,
            rooms: try chipRooms(),
            genuineOnly: fields.bool("genuine_only") ?? false, mirrors: fields.bool("mirror") ?? false,
            countsSeats: fields.bool("count_seats") ?? false, isManaged: fields.bool("managed") ?? false)
        for index in request.rows.indices {
            request.rows[index].campus = fields.text("campus") ?? ""
            request.rows[index].org = organization
            request.rows[index].fund = fields.text("fund") ?? ""
            request.rows[index].recurring = fields.bool("recurring") == true ? true : nil
        }
        switch request.contradiction {
        case .managedMirror:
            throw Self.exclusive("mirror", "cannot be combined with managed", "Omit one of the two fields.")
        case .unprotectedMirror:
            throw Self.exclusive(
                "mirror", "requires protection", "Set protection to \"password\" or \"permanent\".")
        case .managedCount:
            throw Self.exclusive(
                "count_seats", "cannot be combined with managed",
                "Omit this field. Managed tags already have ids.")
        case nil: return request
        }
    }

    private func chipRooms() throws -> [ChipRoom] {
        do {
            return try (fields.texts("chips") ?? []).map { ChipRoom(try TagArea.named($0)) }
        } catch let error as UnknownChip {
            throw APIError.field("unknownChip", "chips", "contains an unknown chip", remedy: error.message)
        }
    }

    private func batchRows() throws -> [BatchJob.Row] {
        switch (fields.texts("seats"), fields.number("count")) {
        case (let seats?, nil): return seats.map { BatchJob.Row(seat: $0) }
        case (nil, let count?):
            return try BatchJob.Row.counted(Int(count), place: fields.text("place") ?? "")
        case (nil, nil):
            throw APIError.field("missingField", "seats", "is missing", remedy: "Send either seats or count.")
        case (_?, _?):
            throw Self.exclusive("count", "cannot be combined with seats", "Omit one of the two fields.")
        }
    }

    private static func exclusive(_ name: String, _ flaw: String, _ remedy: String) -> APIError {
        .field("usage", name, flaw, remedy: remedy)
    }
}
