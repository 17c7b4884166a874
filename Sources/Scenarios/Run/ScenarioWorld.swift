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

/// A temporary data folder with all services on a virtual clock, and a processor that may be hard to reach.
package struct ScenarioWorld: Sendable {
    package let clock: VirtualClock
    /// The processor itself, without the faults. Expectations read it, and cards are created there.
    package let processor: SimulatedProcessor
    /// The faults between the services and the processor.
    package let line: FaultLine
    /// The processor's controls, with which steps act as a person.
    package let controls: any SimulatorControls
    private let reached: any PaymentProcessor
    private let server: LoopbackServer?
    private let transport: CountingTransport?
    private let folder: String
    private let ids: Identifiers
    private let secret: LinkToken
    private let processorFile: DatabaseFile
    /// Our database.
    package private(set) var file: DatabaseFile
    package private(set) var giving: GivingService
    /// All products on the payment path.
    package private(set) var products: Products

    /// Creates the folder and opens both databases in it.
    ///
    /// - Parameters:
    ///   - overHTTP: Whether to serve the processor on a port of this machine. Every request of the services then
    ///     passes through Stripe's API and a socket, where the faults occur.
    ///   - products: The products of the folder.
    package static func make(
        at start: Timestamp, seed: UInt64, overHTTP: Bool, products: [any PlatformProduct] = Products.all
    ) async throws -> ScenarioWorld {
        let folder = try NewFile.makeTemporaryFolder()
        do {
            return try await ScenarioWorld(
                folder: folder, start: start, seed: seed, overHTTP: overHTTP, products)
        } catch {
            try? FileManager.default.removeItem(atPath: folder)
            throw error
        }
    }

    private init(
        folder: String, start: Timestamp, seed: UInt64, overHTTP: Bool, _ list: [any PlatformProduct]
    ) async throws {
        self.folder = folder
        clock = VirtualClock(at: start)
        processorFile = try DatabaseFile.open(
            at: folder + "/processor.sqlite", migrations: SimulatedProcessor.migrations)
        processor = SimulatedProcessor(file: processorFile, clock: clock.wallClock, seed: seed)
        let random = Mutex(SeededGenerator(seed: seed))
        ids = Identifiers(clock: clock.wallClock) { random.withLock { $0.next() } }
        let chance = Mutex(SeededGenerator(seed: ~seed))
        secret = LinkToken { chance.withLock { $0.next() } }
        file = try Self.open(folder, list)
        line = FaultLine()
        if overHTTP {
            let server = try await LoopbackServer(processor, line: line)
            let transport = CountingTransport(
                try HTTPTransport(base: server.address, apiKey: "sk_test_scenario"))
            let client = ProcessorClient(transport: transport, retryPolicy: .none)
            (self.server, self.transport, reached) = (server, transport, client)
            controls = ServedControls(client: client) { wanted, remedy in
                CommandError(.ourBug, code: "notSimulated", wanted, remedy: remedy)
            }
        } else {
            // Fault plans of scenarios have no latency: time passes only on the virtual clock.
            (server, transport, reached) = (nil, nil, FaultyProcessor(processor, line) { _ in })
            controls = processor
        }
        (giving, products) = Self.services(list, file, reached, clock.wallClock, ids, secret)
    }

    /// The number of requests over HTTP; nil if the processor is called in process.
    package var requestsOverHTTP: Int? { transport?.requests }

    /// Simulates the end of the program and the start of another one with the same database.
    mutating func restart(_ plan: ProcessorFaultPlan) throws {
        try file.close()
        file = try Self.open(folder, products.list)
        (giving, products) = Self.services(
            products.list, file, reached, clock.wallClock, ids, secret)
        line.begin(plan)
    }

    /// Closes the databases and removes the folder.
    package func remove() {
        server?.end()
        try? file.close()
        try? processorFile.close()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Does what every start of tapctl does: finishes open calls, and reads what the processor has done since.
    package func catchUp() async throws {
        do {
            _ = try await giving.payments.finishLeftCalls(olderThan: 60)
            try await giving.payments.readEvents()
            try await giving.payments.settleDays()
            try await products.settleDue()
        } catch let error as PaymentError where error.code == .outcomeUnknown {
            // Without a response, the next start asks again.
        }
    }

    /// Advances the clock day by day, so that renewals and deadlines happen when they are due.
    func advance(to end: Timestamp) async throws {
        while clock.now < end {
            clock.advance(to: min(end, clock.now.adding(seconds: 86_400)))
            try await processor.advance()
            try await catchUp()
        }
    }

    private static func open(_ folder: String, _ products: [any PlatformProduct]) throws -> DatabaseFile {
        try DatabaseFile.open(at: folder + "/tapctl.sqlite", migrations: products.migrations)
    }

    private static func services(
        _ list: [any PlatformProduct], _ file: DatabaseFile, _ processor: any PaymentProcessor,
        _ clock: WallClock, _ ids: Identifiers, _ secret: LinkToken
    ) -> (GivingService, Products) {
        let payments = PaymentDriver(
            database: file, processor: processor, policy: list.policies(ids: ids), clock: clock,
            ids: ids, processing: .standard)
        return (
            GivingService(payments: payments, clock: clock, ids: ids, processing: .standard),
            Products(list, payments: payments, clock: clock, ids: ids, secret: secret)
        )
    }
}
