import DatabaseKit
import Foundation
import TagRegistry
import TestSupport
import TimeKit

/// A file with the registry's tables, in its own folder, which is removed with the value.
final class RegistryFile: Sendable {
    var database: any TransactionRunner { store }
    private let store: TestStore
    private let folder = FileManager.default.temporaryDirectory.appending(
        path: "registry-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        store = try TestStore(
            at: folder.appending(path: "tapctl.sqlite").path, RegistryMigrations.all)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Opens the same file again, as another program does.
    func openedAgain() throws -> any TransactionRunner { try store.openedAgain() }

    /// Runs a transaction and commits it.
    func write<T: Sendable>(_ transaction: @escaping @Sendable (Transaction) throws -> T) async throws -> T {
        try await database.write(transaction)
    }

    /// A file with the batch `Main`, whose seats are `A1`, `A2`, and so on.
    static func withBatch(rows: Int) async throws -> RegistryFile {
        let file = try RegistryFile()
        try await file.write { transaction in
            try transaction.save(Batch(name: "Main", created: noon))
            for number in 1...rows { try transaction.save(BatchRow.sample(number)) }
        }
        return file
    }
}

/// A Saturday, 12:00.
let noon = Timestamp(seconds: 1_795_262_400)

extension BatchRow {
    static func sample(_ number: Int, of batch: String = "Main") -> BatchRow {
        BatchRow(
            batch: batch, number: number, seat: "A\(number)", org: "Grace", fund: "12",
            url: "https://appclip.tap.giving/Grace?f=12&r=0", changed: noon)
    }
}

extension TagPlace {
    static func main(_ row: Int) -> TagPlace { TagPlace(batch: "Main", row: row) }
}

/// The problems of a registry in which a tag has not exactly one row; empty if all is right.
func problemsOfPlaces(_ transaction: Transaction) throws -> [String] {
    var problems: [String] = []
    let rows = try transaction.allRows(of: "Main")
    for row in rows {
        let tag = try row.uid.flatMap { try transaction.tag(uid: $0) }
        switch row.state {
        case .open where row.uid != nil: problems.append("open row \(row.number) has a tag")
        case .open: break
        case .writing where tag?.state != .begun: problems.append("row \(row.number): the tag is not begun")
        case .verified where tag?.state != .inUse: problems.append("row \(row.number): the tag is not in use")
        case .writing, .verified:
            if tag?.place != .main(row.number) { problems.append("row \(row.number): its tag is elsewhere") }
        }
    }
    let uids = rows.compactMap(\.uid)
    if Set(uids).count != uids.count { problems.append("one tag has two rows") }
    for tag in try transaction.tags(of: "Main", after: nil, limit: 1000) where !uids.contains(tag.uid) {
        problems.append("the tag \(tag.uid) has a place that does not know it")
    }
    return problems
}
