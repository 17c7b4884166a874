import ArgumentParser
import DatabaseKit
import Documents
import TagRegistry

/// The options that select managed tags: by id, by seat, or all tags of a batch.
struct ManagedOptions: ParsableArguments {
    @Argument(help: "The ids of the tags, as in their URLs.")
    var ids: [String] = []

    @Option(
        help: ArgumentHelp(
            "Select all tags of this batch or, with --seat, only those of the given seats.",
            valueName: "name"))
    var batch: String?

    @Option(help: ArgumentHelp("A seat; can be repeated.", valueName: "seat"))
    var seat: [String] = []

    func validate() throws {
        if ids.isEmpty, batch == nil, seat.isEmpty {
            throw ValidationError("Enter ids, or use --seat or --batch.")
        }
        if !ids.isEmpty, batch != nil || !seat.isEmpty {
            throw ValidationError("Ids cannot be combined with --seat or --batch.")
        }
    }

    /// Returns the ids of the selected tags: the given ids, the ids of the tags in the given seats, or the
    /// ids of all active tags of the batch, sorted by seat.
    ///
    /// - Throws: ``RegistryError`` with the code `unknownBatch`, `unknownSeat`, `seatUnclear` or
    ///   `notManaged`.
    func named(in transaction: Transaction) throws -> [String] {
        guard ids.isEmpty else { return ids }
        let batch = try batch.map { try transaction.knownBatch($0).name }
        guard seat.isEmpty else { return try seat.map { try Self.id(ofSeat: $0, batch, in: transaction) } }
        return try transaction.allDestinations(of: batch).filter { $0.state == .active }.bySeat().map(\.id)
    }

    private static func id(ofSeat seat: String, _ batch: String?, in transaction: Transaction) throws
        -> String
    {
        let row = try transaction.knownSeat(seat, of: batch)
        guard let id = row.tagID, try transaction.destination(id) != nil else {
            throw RegistryError(.notManaged, seat)
        }
        return id
    }
}
