import DataFolderKit
package import Documents
package import InvocationRouter
package import TagRegistry
package import TimeKit

/// A request for a batch, from the command line or the API. The same rules apply to both.
package struct BatchRequest: Sendable {
    package var name: String
    /// The seats, with the destinations of their tags.
    package var rows: [BatchJob.Row]
    package var protection = TagProtection.none
    /// The accepted chips. If empty, the batch accepts every NTAG21x that has room for the URLs.
    package var rooms: [ChipRoom] = []
    package var genuineOnly = false
    /// Whether the chip mirrors its UID and counter into the URL.
    package var mirrors = false
    /// Whether taps are counted by seat. If so, each giving URL has a unique id in its `t` parameter.
    package var countsSeats = false
    /// Whether the destinations of the tags can be changed later.
    package var isManaged = false

    package init(
        name: String, rows: [BatchJob.Row], protection: TagProtection = .none, rooms: [ChipRoom] = [],
        genuineOnly: Bool = false, mirrors: Bool = false, countsSeats: Bool = false, isManaged: Bool = false
    ) {
        self.name = name
        self.rows = rows
        self.protection = protection
        self.rooms = rooms
        self.genuineOnly = genuineOnly
        self.mirrors = mirrors
        self.countsSeats = countsSeats
        self.isManaged = isManaged
    }

    /// The error for two options that cannot be combined.
    package enum Contradiction: Error {
        case managedMirror
        case unprotectedMirror
        case managedCount
    }

    /// The two options that cannot be combined, or nil if all options are compatible.
    package var contradiction: Contradiction? {
        if isManaged, mirrors { return .managedMirror }
        if mirrors, protection == .none { return .unprotectedMirror }
        if isManaged, countsSeats { return .managedCount }
        return nil
    }

    /// Returns the names of the organizations that ``plan(in:hosts:random:at:)`` needs.
    package func organizationNames(hosts: HostList) -> Set<String> {
        job(at: .earliest).organizationNames(hosts: hosts)
    }

    /// The name under which the batch is stored.
    var keptName: String { job(at: .earliest).keptName }

    /// Checks and plans the batch.
    ///
    /// - Parameters:
    ///   - directory: The organizations to which the batch refers.
    ///   - hosts: The hosts of giving URLs. Generated URLs use the first host.
    ///   - random: A source of random ids for tags. Each call returns 64 random bits.
    ///   - now: The current time.
    /// - Throws: ``BatchRefusal`` with all problems, sorted by line.
    package func plan(
        in directory: BatchDirectory, hosts: HostList, random: () -> UInt64, at now: Timestamp
    ) throws(BatchRefusal) -> BatchPlan {
        try job(at: now).checked(
            in: directory, rooms: wantedRooms, takesAnyRoom: rooms.isEmpty, hosts: hosts, at: now
        ) {
            TagIdentifier.make(random: random())
        }
    }

    private func job(at now: Timestamp) -> BatchJob {
        var batch = Batch(
            name: name, protection: protection, products: wantedRooms.map(\.product),
            genuineOnly: genuineOnly, isManaged: isManaged, created: now)
        batch.mirror = mirrors ? .counter : .none
        return BatchJob(batch: batch, rows: rows, countsSeats: countsSeats)
    }

    private var wantedRooms: [ChipRoom] { rooms.isEmpty ? Self.usualRooms : rooms }

    private static let usualRooms = TagArea.known
        .filter { ["NTAG213", "NTAG215", "NTAG216"].contains($0.product) }.map(ChipRoom.init)
}

extension ChipRoom {
    /// Creates a description of the memory available on a chip with this data area.
    package init(_ area: TagArea) {
        self.init(product: area.product, areaBytes: area.bytes, layout: area.layout)
    }
}
