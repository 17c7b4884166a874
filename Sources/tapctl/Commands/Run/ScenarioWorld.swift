import DatabaseKit
import Foundation
import Giving
import InvocationRouter
import MoneyKit
import PaymentCore
import Processor
import ProcessorSimulator
import SimulationKit
import Synchronization
import TimeKit

/// A folder of its own with the whole service on a virtual clock, and a processor that may be hard to reach.
struct ScenarioWorld: Sendable {
    let clock: VirtualClock
    /// The processor as it is behind the line.
    let processor: SimulatedProcessor
    private let folder: String
    private let ids: Identifiers
    private let processorFile: DatabaseFile
    /// Everything of ours.
    private(set) var file: DatabaseFile
    /// The line to the processor, with what goes wrong on it.
    private(set) var line: FaultyProcessor
    /// Gifts and what belongs to them.
    private(set) var giving: GivingService<DatabaseFile>

    /// Makes the folder and opens both files in it.
    static func make(at start: Timestamp, seed: UInt64) throws -> ScenarioWorld {
        let folder = try NewFile.makeTemporaryFolder()
        do {
            return try ScenarioWorld(folder: folder, start: start, seed: seed)
        } catch {
            try? FileManager.default.removeItem(atPath: folder)
            throw error
        }
    }

    private init(folder: String, start: Timestamp, seed: UInt64) throws {
        self.folder = folder
        clock = VirtualClock(at: start)
        processorFile = try DatabaseFile.open(
            at: folder + "/processor.sqlite", migrations: SimulatedProcessor.migrations)
        processor = SimulatedProcessor(file: processorFile, clock: clock.wallClock, seed: seed)
        let random = Mutex(SeededGenerator(seed: seed))
        ids = Identifiers(clock: clock.wallClock) { random.withLock { $0.next() } }
        file = try Self.open(folder)
        line = Self.line(to: processor, .init())
        giving = Self.giving(file, line, clock.wallClock, ids)
    }

    /// From now on this goes wrong between us and the processor; requests are counted anew.
    mutating func fail(by plan: ProcessorFaultPlan) {
        line = Self.line(to: processor, plan)
        giving = Self.giving(file, line, clock.wallClock, ids)
    }

    /// The program is gone, and another one opens the same file.
    mutating func restart(_ plan: ProcessorFaultPlan) throws {
        try file.close()
        file = try Self.open(folder)
        fail(by: plan)
    }

    /// Closes the files and takes the folder away.
    func remove() {
        try? file.close()
        try? processorFile.close()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// What every start of tapctl does: ends what was left open, and reads what the processor did meanwhile.
    func catchUp() async throws {
        do {
            _ = try await giving.payments.finishLeftCalls(olderThan: 60)
            try await giving.payments.readEvents()
        } catch let error as PaymentError where error.code == .outcomeUnknown {
            // No answer: the next start asks again.
        }
    }

    /// Lets time pass in days, so that renewals and deadlines are met as they come.
    func advance(to end: Timestamp) async throws {
        while clock.now < end {
            clock.advance(to: min(end, clock.now.adding(seconds: 86_400)))
            try await processor.advance()
            try await catchUp()
        }
    }

    private static func open(_ folder: String) throws -> DatabaseFile {
        try DatabaseFile.open(
            at: folder + "/tapctl.sqlite",
            migrations: GivingMigrations.all)
    }

    private static func line(
        to processor: SimulatedProcessor, _ plan: ProcessorFaultPlan
    ) -> FaultyProcessor {
        // Plans of scenarios have no latency: time passes on the virtual clock alone.
        FaultyProcessor(processor, plan, sleep: { _ in })
    }

    private static func giving(
        _ file: DatabaseFile, _ line: FaultyProcessor, _ clock: WallClock,
        _ ids: Identifiers
    ) -> GivingService<DatabaseFile> {
        let payments = PaymentDriver(
            units: file, processor: line, policy: GivingPolicy<DatabaseUnit>(ids: ids), clock: clock,
            ids: ids, processing: .standard)
        return GivingService(payments: payments, clock: clock, ids: ids, processing: .standard)
    }
}
