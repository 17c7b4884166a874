import DatabaseKit
import Foundation
import Giving
import PaymentCore
import TestSupport
import TimeKit

/// A database in its own folder, with the tables of giving and payments. It is removed with the value.
final class RecordsFile: Sendable {
    let database: any TransactionRunner
    private let folder = FileManager.default.temporaryDirectory.appending(path: "giving-\(UUID().uuidString)")

    init(_ migrations: [Migration] = GivingMigrations.all) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        database = try TestStore(at: folder.appending(path: "giving.sqlite").path, migrations)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Commits a transaction.
    func write<T: Sendable>(_ transaction: @escaping @Sendable (Transaction) throws -> T) async throws -> T {
        try await database.write(transaction)
    }
}

extension Timestamp {
    /// Makes a timestamp from text such as `2026-01-31T09:00:00Z`; traps if it is malformed.
    init(_ text: String) {
        guard let time = Timestamp(iso8601: text) else { preconditionFailure("\(text) is no moment") }
        self = time
    }
}
