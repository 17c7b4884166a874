import DatabaseKit
import DataFolderKit
import Documents
import Giving
import TagRegistry
import TimeKit

/// Operations that read batches and their seats. Each response contains the seats of only one organization.
extension APIRoute {
    static let tags: [APIRoute] = [
        list(
            "/api/batches", "listBatches",
            "List the batches in which an organization has seats, sorted by name",
            for: .tags,
            [.org], of: CountedBatch.schema
        ) { context, page in
            let id = try await context.listedOrganization()
            return try await context.data.read { transaction in
                try transaction.batches(of: id, after: page.after, limit: page.asked)
                    .compactMap { try transaction.seats(of: id, in: $0.shortName)?.document }
            }
        },
        get(
            "/api/batches/{batch}", "getBatch",
            "Get a batch, with the number of an organization's seats in each state",
            for: .tags, [.org], answers: CountedBatch.schema
        ) { try await $0.seats().document },
        list(
            "/api/batches/{batch}/tags", "listTags",
            "List an organization's seats in a batch by number, with their tags", for: .tags,
            [.org], of: BatchExport.Row.listed.schema
        ) { context, page in
            let (id, name) = (try await context.listedOrganization(), context.part("batch"))
            return try await context.data.read { transaction in
                guard let batch = try transaction.batch(name, of: id) else {
                    throw APIObject.batch.notYours(name)
                }
                return try transaction.exportedRows(
                    of: batch, organization: id, after: page.after.flatMap { Int($0) } ?? 0,
                    limit: page.asked
                ).map(BatchExport.Row.listed.document)
            }
        },
    ]
}

/// A batch with the seats of only one organization.
struct BatchSeats: Sendable {
    /// The batch, with the name that the organization uses.
    let batch: Batch
    let rows: [BatchExport.Row]
    /// The number of rejected tags for the organization's seats.
    let setAside: Int

    var document: JSONValue { counted.document }

    /// The batch with the number of the organization's seats in each state.
    var counted: CountedBatch {
        func count(_ state: BatchRow.State) -> Int { rows.count { $0.row.state == state } }
        return batch.counted(
            BatchCounts(
                verified: count(.verified), writing: count(.writing), open: count(.open), setAside: setAside))
    }
}

extension Transaction {
    /// Returns the seats of an organization in a batch. Returns nil if the organization knows no batch by
    /// this name, or has no seats in the batch.
    func seats(of organization: String, in name: String) throws -> BatchSeats? {
        guard let batch = try batch(name, of: organization) else { return nil }
        let export = try export(batch.name)
        let rows = export.rows.filter { $0.row.org?.lowercased() == organization.lowercased() }
        guard !rows.isEmpty else { return nil }
        let numbers = Set(rows.map(\.row.number))
        let failures = try journal(batch: batch.name, kind: .setAside, limit: BatchRow.most)
        return BatchSeats(
            batch: batch.shownToOrganization, rows: rows,
            setAside: failures.count { $0.row.map(numbers.contains) ?? false })
    }
}

extension APIRequestContext {
    /// Returns the organization's seats in the batch identified in the path.
    ///
    /// - Throws: ``APIObject/notYours(_:)`` if the key cannot access the batch, or if all seats of the batch
    ///   belong to other organizations.
    fileprivate func seats() async throws -> BatchSeats {
        let (id, name) = (try await listedOrganization(), part("batch"))
        guard let seats = try await data.read({ try $0.seats(of: id, in: name) }) else {
            throw APIObject.batch.notYours(name)
        }
        return seats
    }
}

/// Operations on taps. A gift refers to its tap, so reading taps requires the permission to read gifts.
extension APIRoute {
    static let taps: [APIRoute] = [
        list(
            "/api/taps", "listTaps", "List the taps on an organization's tags, newest first", for: .money,
            [.org], of: Tap.schema
        ) { context, page in
            let id = try await context.listedOrganization()
            return try await context.data.read { transaction in
                try page.check { try transaction.tap($0)?.organization == id }
                return try transaction.taps(organization: id, after: page.after, limit: page.asked)
                    .map(\.document)
            }
        }
    ]
}
