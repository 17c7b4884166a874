import Synchronization

/// A record of a change, written in the same transaction as the change.
///
/// While a record is ``current``, ``DatabaseFile`` writes it in the first transaction of the task that changes a
/// subject, which means that it calls ``Transaction/changed(_:of:)``. The record is committed or rolled back together
/// with the change. Other transactions, such as one that counts a request or finds that it was repeated, leave no
/// record.
///
/// ```swift
/// let record = ChangeRecord { transaction, subjects in try transaction.append(entry(about: subjects)) }
/// try await ChangeRecord.$current.withValue(record) { try await service.change() }
/// record.close()
/// ```
public final class ChangeRecord: Sendable {
    /// The record that the current task's transactions write; nil if its changes are not recorded.
    @TaskLocal public static var current: ChangeRecord?

    /// Writes the record. It may run twice, and returns whether the database keeps records.
    private let write: @Sendable (Transaction, ChangedSubjects) throws -> Bool
    private let state = Mutex(State())

    private struct State {
        var isWritten = false
        var isClosed = false
        var refusal: String?
    }

    /// Creates a record.
    ///
    /// - Parameter write: Writes the record in the change's transaction, and returns true. Returns false, and writes
    ///   nothing, if the transaction is on another database. It may run twice, like the transaction itself.
    public init(_ write: @escaping @Sendable (Transaction, ChangedSubjects) throws -> Bool) {
        self.write = write
    }

    /// Whether the record was committed.
    public var isWritten: Bool { state.withLock(\.isWritten) }

    /// The error code of the refused change; nil if it was not refused.
    public var refusal: String? { state.withLock(\.refusal) }

    /// Reports that the change was refused, for callers that explain an error instead of throwing it.
    public func refused(_ code: String) { state.withLock { $0.refusal = code } }

    /// Ends the record. Work that the task has started in the background no longer writes it.
    public func close() { state.withLock { $0.isClosed = true } }

    /// Runs work whose changes are not part of the recorded change.
    public static func pausing<Value>(_ work: () async throws -> Value) async rethrows -> Value {
        try await $current.withValue(nil, operation: work)
    }

    /// The effect of a transaction on the record.
    enum Effect: Sendable {
        case none
        /// The transaction has written the record.
        case written
        /// The transaction has found that the change was made before.
        case repeated
    }

    /// Writes the record if the transaction has changed a subject.
    func join(_ transaction: Transaction) throws -> Effect {
        guard let subjects = transaction.subjects else { return .none }
        if subjects.isRepeated { return .repeated }
        guard !subjects.all.ids.isEmpty, !state.withLock({ $0.isWritten || $0.isClosed }) else {
            return .none
        }
        return try write(transaction, subjects.all) ? .written : .none
    }

    /// Notes that the transaction with an effect is on disk.
    func committed(_ effect: Effect) {
        state.withLock { state in
            switch effect {
            case .none: break
            case .written: state.isWritten = true
            case .repeated: state.isClosed = true
            }
        }
    }
}

/// The ids of the objects that a transaction has changed.
public struct ChangedSubjects: Hashable, Sendable {
    /// The ids, in the order of the changes and without duplicates; at most ``most``.
    public private(set) var ids: [String] = []
    /// The ids of the organizations to which the objects belong, without duplicates; at most ``most``.
    public private(set) var organizations: [String] = []

    /// The maximum number of ids. A transaction that changes more is described by its first ones.
    public static let most = 16

    /// Creates an empty list.
    public init() {}

    /// Adds an id, unless the list is full or has it.
    public mutating func add(_ id: String, of organization: String?) {
        if ids.count < Self.most, !ids.contains(id) { ids.append(id) }
        guard let organization, organizations.count < Self.most, !organizations.contains(organization)
        else { return }
        organizations.append(organization)
    }

    /// A list that a transaction fills. It is used by one thread at a time.
    final class Box {
        var all = ChangedSubjects()
        /// Whether the change was already made, by a transaction before this one.
        var isRepeated = false
    }
}

extension Transaction {
    /// Notes that this transaction changes an object, for the ``ChangeRecord`` of the task.
    ///
    /// - Parameters:
    ///   - id: The object's id. It identifies no person outside this database.
    ///   - organization: The id of the organization to which the object belongs, or nil.
    public func changed(_ id: String, of organization: String? = nil) {
        subjects?.all.add(id, of: organization)
    }

    /// Notes that the change was already made by an earlier transaction, because a request was repeated. Neither this
    /// transaction nor a later one writes the ``ChangeRecord`` of the task.
    public func changedBefore() { subjects?.isRepeated = true }
}
