package import DatabaseKit
package import TagRegistry
import TimeKit

/// A managed tag with its seat.
package struct ShownDestination: Sendable {
    package let managed: ManagedDestination
    private let row: BatchRow?

    package init(_ managed: ManagedDestination, in transaction: Transaction) throws {
        self.managed = managed
        row = try managed.place.flatMap { try transaction.row($0.row, of: $0.batch) }
    }

    /// The tag's current URL, or `nowhere` if it was withdrawn.
    package var url: String { managed.aim.map { printable($0.url) } ?? "nowhere" }

    package static let head = ["id", "batch", "seat", "leads to", "since"]

    package var cells: [String] {
        [
            managed.id, printable(row?.batch ?? ""), printable(row?.seat ?? ""), url,
            managed.aim?.since.inUTC ?? "withdrawn",
        ]
    }

    package var document: JSONValue {
        [
            "object": "managed_tag", "id": .string(managed.id), "state": .string(managed.state.rawValue),
            "url": JSONValue(managed.aim?.url), "org": JSONValue(managed.aim?.org),
            "fund": JSONValue(managed.aim?.fund), "batch": JSONValue(row?.batch),
            "seat": JSONValue(row?.seat), "replaced_by": JSONValue(managed.replacedBy),
            "aims": .array(
                managed.aims.map { ["url": .string($0.url), "since": .string($0.since.iso8601)] }),
            "created": .string(managed.created.iso8601),
        ]
    }
}
