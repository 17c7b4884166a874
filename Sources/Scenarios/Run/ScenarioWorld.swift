import Contracts
package import DataFolderKit
package import DatabaseKit
import Documents
import FailureKit
import Foundation
package import Giving
import InvocationRouter
import MoneyKit
import PaymentCore
import Processor
import ProcessorClient
import ProcessorServer
package import ProcessorSimulator
package import SimulationKit
import Synchronization
package import TimeKit
import TokenKit

/// A folder of its own with the whole service on a virtual clock, and a processor that may be hard to reach.
package struct ScenarioWorld: Sendable {
    package let clock: VirtualClock
    /// The processor as it is behind the line: what expectations look at, and where donors' phones make cards.
    package let processor: SimulatedProcessor
    /// What goes wrong between us and the processor.
    package let line: FaultLine
    /// The processor's pages, on which steps play the person.
    package let controls: any SimulatorControls
    private let reached: any PaymentProcessor
    private let server: LoopbackServer?
    private let transport: CountingTransport?
    private let folder: String
    private let ids: Identifiers
    private let secret: LinkToken
    private let processorFile: DatabaseFile
    /// Everything of ours.
    package private(set) var file: DatabaseFile
    /// Gifts and what belongs to them.
    package private(set) var giving: GivingService
    /// What takes the same path.
    package private(set) var products: Products

    /// Makes the folder and opens both files in it.
    ///
    /// - Parameter overHTTP: Puts the processor behind a port of this machine: every request of the service goes
    ///   through Stripe's API and a socket, and the line fails there.
    package static func make(at start: Timestamp, seed: UInt64, overHTTP: Bool) async throws -> ScenarioWorld
    {
        let folder = try NewFile.makeTemporaryFolder()
        do {
            return try await ScenarioWorld(folder: folder, start: start, seed: seed, overHTTP: overHTTP)
        } catch {
            try? FileManager.default.removeItem(atPath: folder)
            throw error
        }
    }

    private init(folder: String, start: Timestamp, seed: UInt64, overHTTP: Bool) async throws {
        self.folder = folder
        clock = VirtualClock(at: start)
        processorFile = try DatabaseFile.open(
            at: folder + "/processor.sqlite", migrations: SimulatedProcessor.migrations)
        processor = SimulatedProcessor(file: processorFile, clock: clock.wallClock, seed: seed)
        let random = Mutex(SeededGenerator(seed: seed))
        ids = Identifiers(clock: clock.wallClock) { random.withLock { $0.next() } }
        let chance = Mutex(SeededGenerator(seed: ~seed))
        secret = LinkToken { chance.withLock { $0.next() } }
        file = try Self.open(folder)
        line = FaultLine()
        if overHTTP {
            let server = try await LoopbackServer(processor, line: line)
            let transport = CountingTransport(
                try HTTPTransport(base: server.address, apiKey: "sk_test_scenario"))
            let client = ProcessorClient(transport: transport, patience: .none)
            (self.server, self.transport, reached) = (server, transport, client)
            controls = ServedControls(client: client) { wanted, remedy in
                CommandError(.ourBug, code: "notSimulated", wanted, remedy: remedy)
            }
        } else {
            // Plans of scenarios have no latency: time passes on the virtual clock alone.
            (server, transport, reached) = (nil, nil, FaultyProcessor(processor, line) { _ in })
            controls = processor
        }
        (giving, products) = Self.services(file, reached, clock.wallClock, ids, secret)
    }

    /// How many requests went over HTTP; nil where the processor is asked in process.
    package var requestsOverHTTP: Int? { transport?.requests }

    /// The program is gone, and another one opens the same file.
    mutating func restart(_ plan: ProcessorFaultPlan) throws {
        try file.close()
        file = try Self.open(folder)
        (giving, products) = Self.services(file, reached, clock.wallClock, ids, secret)
        line.begin(plan)
    }

    /// Closes the files and takes the folder away.
    package func remove() {
        server?.end()
        try? file.close()
        try? processorFile.close()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// What every start of tapctl does: ends what was left open, and reads what the processor did meanwhile.
    package func catchUp() async throws {
        do {
            _ = try await giving.payments.finishLeftCalls(olderThan: 60)
            try await giving.payments.readEvents()
            try await giving.payments.settleDays()
            try await products.settleDue()
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
            migrations: Products.migrations)
    }

    private static func services(
        _ file: DatabaseFile, _ processor: any PaymentProcessor, _ clock: WallClock, _ ids: Identifiers,
        _ secret: LinkToken
    ) -> (GivingService, Products) {
        let payments = PaymentDriver(
            database: file, processor: processor, policy: Products.policies(ids: ids), clock: clock,
            ids: ids, processing: .standard)
        return (
            GivingService(payments: payments, clock: clock, ids: ids, processing: .standard),
            Products(payments: payments, clock: clock, ids: ids, secret: secret)
        )
    }
}
