import DatabaseKit
import Synchronization
import TagRegistry

/// The program is killed, and nothing in it continues.
struct Killed: Error {}

/// A registry whose program is killed around its journal writes, as by `kill -9` or a power cut. A
/// transaction is saved completely or not at all, and the program does not learn which.
final class KillingRunner: TransactionRunner {

    /// When a program is killed.
    enum Moment: Hashable, CaseIterable { case before, behind }

    /// The kinds killed so far.
    struct Killing: Hashable { var kind: JournalEntry.Kind, moment: Moment }

    private let file: any TransactionRunner
    private let done = Mutex<Set<Killing>>([])
    /// The number of attempted writes of each kind.
    private let seen = Mutex<[JournalEntry.Kind: Int]>([:])

    init(_ file: any TransactionRunner) { self.file = file }

    /// The kinds killed so far.
    var killed: Set<Killing> { done.withLock { $0 } }

    func read<T: Sendable>(_ work: @escaping @Sendable (Transaction) throws -> T) async throws -> T {
        try await file.read(work)
    }

    func write<T: Sendable>(_ work: @escaping @Sendable (Transaction) throws -> T) async throws -> T {
        let (value, kinds) = try await file.write { transaction in
            let before = try Self.counts(transaction)
            let value = try work(transaction)
            let after = try Self.counts(transaction)
            let kinds = JournalEntry.Kind.allCases.filter { after[$0] != before[$0] }
            try self.kill(.before, kinds)
            return (value, kinds)
        }
        try kill(.behind, kinds)
        return value
    }

    /// Each kind is killed at its first write, before it is saved, and at its second write, after that.
    private func kill(_ moment: Moment, _ kinds: [JournalEntry.Kind]) throws {
        for kind in kinds {
            if moment == .before { seen.withLock { $0[kind, default: 0] += 1 } }
            let isDone = killed.contains(Killing(kind: kind, moment: moment))
            let due = seen.withLock { $0[kind] ?? 0 } >= (moment == .before ? 1 : 2)
            guard due, !isDone else { continue }
            done.withLock { _ = $0.insert(Killing(kind: kind, moment: moment)) }
            throw Killed()
        }
    }

    private static func counts(_ transaction: Transaction) throws -> [JournalEntry.Kind: Int] {
        try Dictionary(
            uniqueKeysWithValues: JournalEntry.Kind.allCases.map {
                ($0, try transaction.journalCount(batch: "Main", kind: $0))
            })
    }
}
