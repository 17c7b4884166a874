import BenchmarkTable
import DatabaseKit
import Foundation
import TagKit
import TagReaders
import TagRegistry
import TagSecurity
import TagSimulator
import TimeKit

/// Measures one tag of a batch, from "found" to "remove", including the journal, the signature and the password.
extension Programming {
    /// Adds a row for each kind of protection.
    static func batches(in folder: URL, into table: inout BenchmarkTable) async throws {
        let plain = try await takeOne(.none, in: folder)
        table.add(
            row("tapctl, batch run: with its signature", plain, "300"),
            holds: plain.modelledMicroseconds <= 300_000)
        let protected = try await takeOne(.password, in: folder)
        table.add(
            row("tapctl, batch run: and a password", protected, "400"),
            holds: protected.modelledMicroseconds <= 400_000)
    }

    /// Programs a new tag for the only seat of a batch.
    private static func takeOne(_ protection: TagProtection, in folder: URL) async throws -> ReaderStatistics
    {
        let file = try DatabaseFile.open(
            at: folder.appending(path: "\(protection.rawValue).sqlite").path,
            migrations: RegistryMigrations.all)
        let now = Timestamp(seconds: 1_795_262_400)
        let batch = Batch(name: "Main", protection: protection, created: now)
        let seat = BatchRow(batch: "Main", number: 1, seat: "A1", url: url, changed: now)
        try await file.write { transaction in
            try transaction.save(batch)
            try transaction.save(seat)
        }
        let virtual = try VirtualReader(VirtualField([blankTag()]))
        defer { virtual.stop() }
        let reader = try await LibNFCReader.open(connstring: virtual.connstring)
        let opened = virtual.statistics
        let station = BatchProgrammer(
            reader, rules: RunRules(batch), rows: [seat], database: file, clock: WallClock { now },
            trusting: [.simulator], secret: BatchSecret(bytes: Array(repeating: 7, count: 16)))
        let result = try await station.take(within: .seconds(1)) { _, _ in false }
        precondition(result.outcome == .verified, "\(result)")
        let done = virtual.statistics
        await reader.close()
        try file.close()
        return done.since(opened)
    }
}
