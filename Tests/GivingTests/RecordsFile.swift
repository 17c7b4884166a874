import DatabaseKit
import Foundation
import Giving
import PaymentCore
import TimeKit

/// A file with the tables of this module and of the money path, in a folder of its own, gone with the value.
final class RecordsFile: Sendable {
    let database: DatabaseFile
    private let folder = FileManager.default.temporaryDirectory.appending(path: "giving-\(UUID().uuidString)")

    init(_ migrations: [Migration] = GivingMigrations.all) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        database = try DatabaseFile.open(
            at: folder.appending(path: "giving.sqlite").path, migrations: migrations)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Does a transaction that is kept.
    func write<T: Sendable>(_ transaction: @escaping @Sendable (Transaction) throws -> T) async throws -> T {
        try await database.write(transaction)
    }
}

extension Timestamp {
    /// A moment written as `2026-01-31T09:00:00Z`; traps when it is none.
    init(_ text: String) {
        guard let time = Timestamp(iso8601: text) else { preconditionFailure("\(text) is no moment") }
        self = time
    }
}
