import Synchronization

/// A record of a change for the audit log. The record is written in the same transaction as the change.
///
/// While a record is ``current``, the database writes it in the task's first transaction that calls
/// ``Transaction/changed(_:of:)``. The record is committed or rolled back together with the change.
/// Transactions that do not call this function leave no record, for example a transaction that only counts a
/// request.
///
/// ```swift
/// let record = ChangeRecord { transaction, subjects in try transaction.append(entry(about: subjects)) }
/// try await ChangeRecord.$current.withValue(record) { try await service.change() }
/// record.close()
/// ```
public final class ChangeRecord: Sendable {
    /// The record that the current task's transactions write. Nil if the task's changes are not recorded.
    @TaskLocal public static var current: ChangeRecord?

    /// The closure that writes the record and returns true. If the transaction's database has no audit log,
    /// the closure writes nothing and returns false. It may be called twice, because a transaction may run
    /// again.
    private let write: @Sendable (Transaction, ChangedSubjects) throws -> Bool
    private let state = Mutex(State())

    private struct State {
        var isWritten = false
        var isClosed = false
        var refusal: String?
    }

    /// Creates a record.
    ///
    /// - Parameter write: Writes the record in the transaction of the change, and returns true. If the
    ///   transaction is on a different database, writes nothing and returns false. The closure may be called
    ///   twice, because a transaction may run again.
    public init(_ write: @escaping @Sendable (Transaction, ChangedSubjects) throws -> Bool) {
        self.write = write
    }

    /// Whether the record was committed.
    public var isWritten: Bool { state.withLock(\.isWritten) }

    /// The error code of the refusal; nil if the change was not refused.
    public var refusal: String? { state.withLock(\.refusal) }

    /// Marks the change as refused. Call this function for a refusal that is reported without throwing an
    /// error.
    public func refused(_ code: String) { state.withLock { $0.refusal = code } }

    /// Closes the record. Afterward, background work that the task started cannot write the record.
    public func close() { state.withLock { $0.isClosed = true } }

    /// Runs a closure without recording its changes.
    public static func pausing<Value>(_ work: () async throws -> Value) async rethrows -> Value {
        try await $current.withValue(nil, operation: work)
    }

    /// The effect of a transaction on the record.
    package enum Effect: Sendable {
        case none
        /// The transaction has written the record.
        case written
        /// The transaction found that an earlier transaction had already made the change.
        case repeated
    }

    /// Writes the record if the transaction has changed an object. Does not write a record that was already
    /// written or is closed. Returns the transaction's effect on this record.
    package func join(_ transaction: Transaction) throws -> Effect {
        guard let subjects = transaction.subjects else { return .none }
        if subjects.isRepeated { return .repeated }
        guard !subjects.all.ids.isEmpty, !state.withLock({ $0.isWritten || $0.isClosed }) else {
            return .none
        }
        return try write(transaction, subjects.all) ? .written : .none
    }

    /// Updates the record's state after a transaction has been committed to disk. If the transaction wrote
    /// the record, or found that the change had already been made, no later transaction writes the record.
    package func committed(_ effect: Effect) {
        state.withLock { state in
            switch effect {
            case .none: break
            case .written: state.isWritten = true
            case .repeated: state.isClosed = true
            }
        }
    }
}

/// The ids of the objects that a transaction has changed, and the ids of the objects' organizations.
public struct ChangedSubjects: Hashable, Sendable {
    /// The ids without duplicates, in the order of the changes; at most ``most``.
    public private(set) var ids: [String] = []
    /// The ids of the organizations that the objects belong to, without duplicates; at most ``most``.
    public private(set) var organizations: [String] = []

    /// The maximum number of ids. If a transaction changes more objects, only the first ones are listed.
    public static let most = 16

    /// Creates an empty list.
    public init() {}

    /// Adds an object's id, and the id of its organization if it has one. Skips an id that is already listed
    /// or whose list is full.
    public mutating func add(_ id: String, of organization: String?) {
        if ids.count < Self.most, !ids.contains(id) { ids.append(id) }
        guard let organization, organizations.count < Self.most, !organizations.contains(organization)
        else { return }
        organizations.append(organization)
    }

    /// A mutable list that a transaction fills. Only one thread at a time uses the list.
    final class Box {
        var all = ChangedSubjects()
        /// Whether an earlier transaction had already made the change.
        var isRepeated = false
    }
}

extension Transaction {
    /// Adds an object to the changes of this transaction, for the task's ``ChangeRecord``.
    ///
    /// - Parameter id: The object's id, which must not reveal a person's identity outside of this database.
    /// - Parameter organization: The id of the organization that the object belongs to, or nil.
    public func changed(_ id: String, of organization: String? = nil) {
        subjects?.all.add(id, of: organization)
    }

    /// Records that this transaction repeats a request whose change was already made by an earlier
    /// transaction. As a result, neither this transaction nor a later one in the same task writes the
    /// ``ChangeRecord``.
    public func changedBefore() { subjects?.isRepeated = true }
}
