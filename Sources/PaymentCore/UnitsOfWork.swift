/// Where units of work are done: each is kept whole or not at all.
///
/// `Unit` is what a unit can do: the policies' stores extend it, so that a gift, its ledger entries, its receipt
/// number and its notice are kept together. A unit never leaves its closure, and nothing read in one is trusted in
/// the next: other processes write to the same place.
public protocol UnitsOfWork<Unit>: Sendable {
    /// What can be done within one unit.
    associatedtype Unit

    /// Does `work`, and keeps all of it when it returns, nothing when it throws.
    func write<T: Sendable>(_ work: @escaping @Sendable (Unit) throws -> T) async throws -> T

    /// Does as ``write(_:)``, before what waits and was not asked for so: for what is small, and keeps a page waiting.
    func writeAhead<T: Sendable>(_ work: @escaping @Sendable (Unit) throws -> T) async throws -> T

    /// Reads one state, unmoved by what others write meanwhile.
    func read<T: Sendable>(_ work: @escaping @Sendable (Unit) throws -> T) async throws -> T
}

extension UnitsOfWork {
    /// In its turn, where there is no other order.
    public func writeAhead<T: Sendable>(_ work: @escaping @Sendable (Unit) throws -> T) async throws -> T {
        try await write(work)
    }
}

extension UnitsOfWork {
    /// Does something about each id of a list, which is read by pages; what is done may take ids off the list.
    ///
    /// - Parameter page: So many ids behind one, in their order; the first page begins behind the empty text.
    /// - Returns: How many there were.
    public func forEach(
        of page: @escaping @Sendable (Unit, _ behind: String, _ limit: Int) throws -> [String],
        do work: (String) async throws -> Void
    ) async throws -> Int {
        var (last, count) = ("", 0)
        while true {
            let ids = try await read { [last] in try page($0, last, 100) }
            for id in ids { try await work(id) }
            guard let end = ids.last else { return count }
            (last, count) = (end, count + ids.count)
        }
    }
}
