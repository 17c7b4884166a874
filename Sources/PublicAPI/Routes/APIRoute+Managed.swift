import DataFolderKit
import DatabaseKit
import Documents
import Giving
import InvocationRouter
import StaffAccess
import TagRegistry
import TimeKit

/// Operations on managed tags, whose destinations can be changed. A tag belongs to the organization of its
/// destination. If the tag has no destination, it belongs to the organization of its last destination.
extension APIRoute {
    static let managed: [APIRoute] = [
        list(
            "/api/managed", "listManagedTags",
            "List an organization's managed tags with their destinations, sorted by id",
            for: .tags,
            [.org, .optional("batch", .text(), "only tags in the batch with this name")],
            of: DestinationDetails.schema
        ) { context, page in
            let id = try await context.listedOrganization()
            let batch = context.fields.text("batch")
            return try await context.data.read { transaction in
                try transaction.destinations(ofOrganization: id, in: batch, page)
                    .map { try transaction.shown($0).document }
            }
        },
        get(
            "/api/managed/{tag}", "getManagedTag",
            "Get a managed tag, with its current and previous destinations",
            for: .tags, answers: DestinationDetails.schema
        ) { context in
            try await context.data.read { try context.shownManagedTag(in: $0) }
        },
        post(
            "/api/managed/{tag}/aim", "aimManagedTag",
            "Change a managed tag's destination to an organization that the key can access, or to a URL",
            for: .tagChanges,
            [
                .optional("org", .text(), "the organization"),
                .optional("fund", .text(), "with org: the fund; default: the organization's default fund"),
                .optional("recurring", .bool, "with org: whether to offer a monthly gift first"),
                .optional("url", .text(), "instead of org: a full URL with any host", exclusiveWith: "org"),
            ], records: .aimTag, answers: AimedDestination.schema
        ) { context in
            var row = BatchJob.Row(
                seat: "", org: "", fund: context.fields.text("fund") ?? "",
                recurring: context.fields.bool("recurring") == true ? true : nil,
                url: context.fields.text("url") ?? "")
            if let name = context.fields.text("org") { row.org = try await context.organization(name) }
            let (typed, hosts) = (row, context.hosts)
            let directory = try await context.data.batchDirectory(
                of: BatchJob(batch: Batch(name: "", created: .earliest), rows: [typed])
                    .organizationNames(hosts: hosts), among: context.reaches)
            return try await context.managedOnce("aim") { transaction, now in
                let (aim, changes, _) = try ManagedDestination.Aim.checked(
                    typed, in: directory, hosts: hosts, since: now)
                return (try transaction.aim(context.part("tag"), at: aim), changes)
            }
        },
        post(
            "/api/managed/{tag}/revoke", "revokeManagedTag",
            "Revoke a managed tag permanently", for: .tagChanges,
            records: .revokeTag, answers: DestinationDetails.schema
        ) { context in
            try await context.managedOnce("revoke") { transaction, _ in
                (try transaction.revoke(context.part("tag")), nil)
            }
        },
        post(
            "/api/managed/{tag}/replace", "replaceManagedTag",
            "Revoke a lost managed tag, and return a new managed tag for its seat",
            for: .tagChanges, records: .replaceTag, answers: DestinationDetails.schema
        ) { context in
            try await context.managedOnce("replace") { transaction, now in
                let other = try transaction.replaceLost(
                    context.part("tag"), drawing: context.random, hosts: context.hosts, at: now)
                return (other, nil)
            }
        },
    ]
}

extension APIRequestContext {
    /// Returns the managed tag identified in the path, if it belongs to an organization that the API key can
    /// access.
    ///
    /// - Throws: ``APIObject/notYours(_:)`` if the key cannot access the managed tag.
    private func managedTag(in transaction: Transaction) throws -> ManagedDestination {
        let id = part("tag")
        return try owned(.managedTag, id) { try transaction.destination(id).map { ($0, $0.organization) } }
    }

    fileprivate func shownManagedTag(in transaction: Transaction) throws -> JSONValue {
        try transaction.shown(managedTag(in: transaction)).document
    }

    /// Changes the managed tag identified in the path, once per idempotency key. A repeated request returns
    /// the current state of the tag, or of the tag that replaced it.
    ///
    /// - Parameter change: A closure that changes the tag and returns the resulting tag. If the request
    ///   contains a URL, the closure also returns the changes that the server made to the URL.
    fileprivate func managedOnce(
        _ what: String,
        change:
            @escaping @Sendable (Transaction, Timestamp) throws -> (
                ManagedDestination, [URLRewrite.Change]?
            )
    ) async throws -> JSONValue {
        try await once(["managed", what, part("tag")]) { transaction, now in
            _ = try managedTag(in: transaction)
            let (changed, changes) = try change(transaction, now)
            let shown = try transaction.shown(changed)
            return changes.map { AimedDestination(shown, changes: $0).document } ?? shown.document
        } find: { transaction in
            let managed = try managedTag(in: transaction)
            let other =
                what == "replace" ? try managed.replacedBy.flatMap { try transaction.destination($0) } : nil
            let shown = try transaction.shown(other ?? managed)
            return what == "aim" ? AimedDestination(shown, changes: []).document : shown.document
        }
    }
}

extension Transaction {
    /// Returns the details of a managed tag, with the short name of its batch, if any.
    fileprivate func shown(_ managed: ManagedDestination) throws -> DestinationDetails {
        try DestinationDetails(managed, in: self).shownToOrganization
    }

    /// Returns one page of an organization's managed tags, ordered by id.
    ///
    /// - Parameter name: The name by which the organization knows a batch; nil for the tags of all batches.
    fileprivate func destinations(
        ofOrganization organization: String, in name: String?, _ page: APIPage
    ) throws -> [ManagedDestination] {
        let batch = try name.flatMap { try self.batch($0, of: organization)?.name }
        guard name == nil || batch != nil else { return [] }
        var found: [ManagedDestination] = []
        var last = page.after
        while found.count < page.asked,
            case let next = try destinations(of: batch, after: last, limit: 500), let end = next.last
        {
            found += next.filter { $0.organization?.lowercased() == organization.lowercased() }
            last = end.id
        }
        return found
    }
}
