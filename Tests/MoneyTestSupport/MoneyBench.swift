public import DatabaseKit
public import Foundation
public import MoneyKit
public import PaymentCore
public import ProcessorSimulator
public import SimulationKit
import Synchronization
public import TestSupport
public import TimeKit

/// The test environment of a money product: its own database, and the simulated processor, on a virtual
/// clock.
public struct MoneyBench: Sendable {
    /// 9:00 on the first Sunday of 2026.
    public static let start = Timestamp(seconds: 1_767_517_200)

    /// The folder of both databases.
    public let folder: URL
    /// The shared clock.
    public let clock: VirtualClock
    /// The simulated processor, with its own database.
    public let processor: SimulatedProcessor
    /// The product's database.
    public let store: TestStore
    /// The product's database.
    public var file: any TransactionRunner { store }
    /// A function that returns 64 bits drawn from the seed.
    public let random: @Sendable () -> UInt64
    /// Identifiers made from the clock and the random bits.
    public let ids: Identifiers

    /// Makes a bench in a new folder, with the tables of `migrations`.
    ///
    /// - Parameter processing: The processor's fee for a charge.
    public init(
        _ migrations: [Migration], seed: UInt64, at start: Timestamp = start, processing: FeeRate = .standard
    ) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "money-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        clock = VirtualClock(at: start)
        store = try TestStore(at: folder.appending(path: "tapctl.sqlite").path, migrations)
        let processorFile = try DatabaseFile.open(
            at: folder.appending(path: "processor.sqlite").path, migrations: SimulatedProcessor.migrations)
        var configuration = ProcessorConfiguration()
        configuration.fee = processing
        processor = SimulatedProcessor(
            file: processorFile, clock: clock.wallClock, seed: seed, configuration: configuration)
        let generator = Generator(seed: seed)
        random = { generator.next() }
        ids = Identifiers(clock: clock.wallClock, random: random)
    }

    /// Closes the product's database and removes the folder.
    public func remove() {
        try? store.close()
        try? FileManager.default.removeItem(at: folder)
    }
}

/// A seeded generator that is safe to share.
private final class Generator: Sendable {
    private let generator: Mutex<SeededGenerator>

    init(seed: UInt64) { generator = Mutex(SeededGenerator(seed: seed)) }

    func next() -> UInt64 { generator.withLock { $0.next() } }
}

/// A money product and its test environment.
public protocol MoneyWorld: Sendable {
    /// The product's databases, clock and processor.
    var bench: MoneyBench { get }
}

extension MoneyWorld {
    /// The folder of both databases.
    public var folder: URL { bench.folder }
    /// The shared clock.
    public var clock: VirtualClock { bench.clock }
    /// The simulated processor, without faults.
    public var processor: SimulatedProcessor { bench.processor }
    /// The product's database.
    public var file: any TransactionRunner { bench.file }
    /// The product's database, with functions for tests.
    public var store: TestStore { bench.store }

    /// Returns the balance of a ledger account, in cents.
    public func ledger(_ account: LedgerAccount) async throws -> Int64 {
        try await file.read { try $0.balance(of: account, in: .usd) }
    }

    /// Closes the product's database and removes the folder.
    public func remove() { bench.remove() }
}
