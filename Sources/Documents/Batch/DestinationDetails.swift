package import DatabaseKit
package import InvocationRouter
package import TagRegistry
import TimeKit

/// A managed tag, with its seat in a batch if it has one.
package struct DestinationDetails: Documented, Sendable {
    package let managed: ManagedDestination
    private var row: BatchRow?

    package init(_ managed: ManagedDestination, in transaction: Transaction) throws {
        self.managed = managed
        row = try managed.place.flatMap { try transaction.row($0.row, of: $0.batch) }
    }

    /// A copy for display to organizations, with the short name of the batch (``Batch/shortName``).
    package var shownToOrganization: DestinationDetails {
        var shown = self
        shown.row = row?.shownToOrganization
        return shown
    }

    /// The tag's current URL, or `nowhere` if the tag was revoked.
    package var url: String { managed.aim.map { printable($0.url) } ?? "nowhere" }

    package static let head = ["id", "batch", "seat", "points to", "since"]

    package var cells: [String] {
        [
            managed.id, printable(row?.batch ?? ""), printable(row?.seat ?? ""), url,
            managed.aim?.since.inUTC ?? "withdrawn",
        ]
    }

    package static let fields = DocumentFields<DestinationDetails>("managed_tag") {
        Field("id", "the id in the URL /t/{tag}") { $0.managed.id }
        Field("state") { $0.managed.state }
        Field("url", "the tag's current destination") { $0.managed.aim?.url }
        Field("org") { $0.managed.aim?.org }
        Field("fund") { $0.managed.aim?.fund }
        Field("batch") { $0.row?.batch }
        Field("seat") { $0.row?.seat }
        Field("replaced_by", "the id that replaced this id") { $0.managed.replacedBy }
        Field("aims", "all destinations of the tag, oldest first", each: aim) { $0.managed.aims }
        Field("created") { $0.managed.created }
    }

    private static let aim = DocumentFields<ManagedDestination.Aim> {
        Field("url") { $0.url }
        Field("since") { $0.since }
    }
}

/// A managed tag with a new destination, and the corrections that were made to the submitted URL.
package struct AimedDestination: Documented {
    private let destination: DestinationDetails
    private let changes: [URLRewrite.Change]

    package init(_ destination: DestinationDetails, changes: [URLRewrite.Change]) {
        self.destination = destination
        self.changes = changes
    }

    package static let fields = DocumentFields<AimedDestination>(named: "aimed_tag") {
        DestinationDetails.fields(of: \.destination)
        Field("changes", "the changes made to the submitted URL; empty for a repeated request") {
            $0.changes
        }
    }
}
