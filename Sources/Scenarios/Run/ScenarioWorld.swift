import Contracts
import DataFolderKit
import DatabaseKit
import Documents
import FailureKit
import Foundation
import Giving
import InvocationRouter
import MoneyKit
import PaymentCore
import Processor
import ProcessorClient
import ProcessorServer
import ProcessorSimulator
import SimulationKit
import Synchronization
import TimeKit
import TokenKit

/// The environment of a scenario: its own data folder, all services on a virtual clock, and a simulated
/// processor. Requests from the services to the processor can have simulated faults.
struct ScenarioWorld: Sendable {
    let clock: VirtualClock
    /// The processor, accessed without simulated faults. It is used to create cards and to check some
    /// expectations.
    let processor: SimulatedProcessor
    /// The simulated faults on the connection between the services and the processor.
    let line: FaultLine
    /// The simulator's controls. Steps use them to simulate what people do, such as responding to a bank's
    /// challenge.
    let controls: any SimulatorControls
    private let reached: any PaymentProcessor
    private let server: LoopbackServer?
    private let transport: CountingTransport?
    private let folder: String
    private let ids: Identifiers
    private let secret: LinkToken
    private let processorFile: DatabaseFile
    /// The database of the services.
    private(set) var file: DatabaseFile
    private(set) var giving: GivingService
    /// The products that the scenario can use.
    private(set) var products: Products

    /// Creates the environment, and opens the databases of the services and of the processor.
    ///
    /// - Parameters:
    ///   - start: The time at which the virtual clock starts.
    ///   - seed: The seed for all random numbers.
    ///   - overHTTP: Whether to run the processor as an HTTP server on a local port. The services then call
    ///     the processor through Stripe's API.
    ///   - folder: An empty folder for the data, or nil to create a temporary folder.
    ///   - products: The products that the scenario can use.
    static func make(
        at start: Timestamp, seed: UInt64, overHTTP: Bool, in folder: String? = nil,
        products: [any PlatformProduct] = Products.all
    ) async throws -> ScenarioWorld {
        let folder = try folder ?? NewFile.makeTemporaryFolder()
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
            // Fault plans of scenarios have no latency, because time passes only on the virtual clock.
            (server, transport, reached) = (nil, nil, FaultyProcessor(processor, line) { _ in })
            controls = processor
        }
        (giving, products) = Self.services(list, file, reached, clock.wallClock, ids, secret)
    }

    /// The number of HTTP requests to the processor, or nil if the processor is called directly.
    var requestsOverHTTP: Int? { transport?.requests }

    /// Simulates a crash of the program and its restart with the same database.
    ///
    /// - Parameter plan: The faults after the restart.
    mutating func restart(_ plan: ProcessorFaultPlan) throws {
        try file.close()
        file = try Self.open(folder, products.list)
        (giving, products) = Self.services(
            products.list, file, reached, clock.wallClock, ids, secret)
        line.begin(plan)
    }

    /// Stops the processor's server, closes the databases, and removes the folder.
    func remove() {
        try? close()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Stops the processor's server, and closes the databases.
    func close() throws {
        server?.end()
        try file.close()
        try processorFile.close()
    }

    /// Performs the tasks that tapctl performs at every start: completes unfinished calls to the processor,
    /// reads its new events, and transfers the money that is due.
    func catchUp() async throws {
        do {
            _ = try await giving.payments.finishLeftCalls(olderThan: 60)
            try await giving.payments.readEvents()
            try await giving.payments.settleDays()
            try await products.settleDue()
        } catch let error as PaymentError where error.code == .outcomeUnknown {
            // If the processor does not respond, the next start tries again.
        }
    }

    /// Advances the clock one day at a time, so that renewals and deadlines occur when they are due.
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
