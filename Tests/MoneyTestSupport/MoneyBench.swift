public import DatabaseKit
public import Foundation
public import MoneyKit
public import PaymentCore
public import ProcessorSimulator
public import SimulationKit
import Synchronization
public import TimeKit

/// What every product of money is tested with: a file of its own, and the simulated processor, on a virtual clock.
public struct MoneyBench: Sendable {
    /// The first Sunday of 2026, 9:00 in the morning.
    public static let start = Timestamp(seconds: 1_767_517_200)

    /// Where both files are.
    public let folder: URL
    /// Everybody's clock.
    public let clock: VirtualClock
    /// With a file of its own.
    public let processor: SimulatedProcessor
    /// The product's.
    public let file: DatabaseFile
    /// 64 bits a call, drawn from the seed.
    public let random: @Sendable () -> UInt64
    /// By this clock and these bits.
    public let ids: Identifiers

    /// A bench in a folder of its own, with the tables of `migrations`.
    ///
    /// - Parameter processing: What the processor takes of a charge.
    public init(
        _ migrations: [Migration], seed: UInt64, at start: Timestamp = start, processing: FeeRate = .standard
    ) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "money-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        clock = VirtualClock(at: start)
        file = try DatabaseFile.open(
            at: folder.appending(path: "tapctl.sqlite").path, migrations: migrations)
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

    /// Closes the product's file and removes the folder.
    public func remove() {
        try? file.close()
        try? FileManager.default.removeItem(at: folder)
    }
}

/// A seeded generator that several may draw from.
private final class Generator: Sendable {
    private let generator: Mutex<SeededGenerator>

    init(seed: UInt64) { generator = Mutex(SeededGenerator(seed: seed)) }

    func next() -> UInt64 { generator.withLock { $0.next() } }
}

/// A product on its bench.
public protocol MoneyWorld: Sendable {
    /// Its files, clock and processor.
    var bench: MoneyBench { get }
}

extension MoneyWorld {
    /// Where both files are.
    public var folder: URL { bench.folder }
    /// Everybody's clock.
    public var clock: VirtualClock { bench.clock }
    /// The simulated processor, with nothing in between.
    public var processor: SimulatedProcessor { bench.processor }
    /// The product's file.
    public var file: DatabaseFile { bench.file }

    /// What a ledger account holds, in cents.
    public func ledger(_ account: LedgerAccount) async throws -> Int64 {
        try await file.read { try $0.balance(of: account, in: .usd) }
    }

    /// Closes the product's file and removes the folder.
    public func remove() { bench.remove() }
}
