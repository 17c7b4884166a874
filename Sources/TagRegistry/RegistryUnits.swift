/// Where the registry's units of work are done: each is kept whole, or not at all.
///
/// A unit never leaves its closure, and nothing read in one is trusted in the next: other programs write to the same
/// place.
public protocol RegistryUnits<Unit>: Sendable {
    /// What can be done within one unit.
    associatedtype Unit: RegistryUnit

    /// Does `work`, and keeps all of it when it returns, nothing when it throws.
    func write<T: Sendable>(_ work: @escaping @Sendable (Unit) throws -> T) async throws -> T

    /// Reads one state, unmoved by what others write meanwhile.
    func read<T: Sendable>(_ work: @escaping @Sendable (Unit) throws -> T) async throws -> T
}
