import DatabaseKit
import Foundation
import Giving
import MoneyKit
import PaymentCore
import Processor
import ProcessorClient
import ProcessorServer
import ProcessorSimulator
import SimulationKit
import Synchronization
import TimeKit

/// Giving as it runs, on a virtual clock: the service, its file, and the simulated processor with its own.
struct GivingWorld: Sendable {
    let folder: URL
    let clock: VirtualClock
    let processor: SimulatedProcessor
    /// The way to it: direct, through Stripe's API with `TAPKIT_PROCESSOR=api`, through a socket with `http`.
    let line: any PaymentProcessor
    private let server: LoopbackServer?
    /// The service, with what stands between it and the processor.
    let giving: GivingService<DatabaseFile>
    /// The same service, with nothing in between.
    let calm: GivingService<DatabaseFile>
    let file: DatabaseFile
    private let ids: Identifiers

    /// The first Sunday of 2026, 9:00 in the morning.
    static let start = Timestamp(seconds: 1_767_517_200)

    /// A world with one organization, `Grace`, and its funds `12` (default) and `13`.
    ///
    /// - Parameter between: Puts something between the service and the processor: faults.
    static func make(
        seed: UInt64 = 1, at start: Timestamp = start,
        between: (any PaymentProcessor) -> any PaymentProcessor = { $0 }
    ) async throws -> GivingWorld {
        let folder = FileManager.default.temporaryDirectory.appending(path: "giving-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let clock = VirtualClock(at: start)
        let file = try DatabaseFile.open(
            at: folder.appending(path: "tapctl.sqlite").path,
            migrations: GivingMigrations.all)
        let processorFile = try DatabaseFile.open(
            at: folder.appending(path: "processor.sqlite").path, migrations: SimulatedProcessor.migrations)
        let processor = SimulatedProcessor(file: processorFile, clock: clock.wallClock, seed: seed)
        let random = Mutex(SeededGenerator(seed: seed))
        let ids = Identifiers(clock: clock.wallClock) { random.withLock { $0.next() } }
        let (line, server) = try await line(to: processor)
        let world = GivingWorld(
            folder: folder, clock: clock, processor: processor, line: line, server: server, between: between,
            file: file, ids: ids)
        try await world.addOrganization("Grace", funds: ["12", "13"])
        return world
    }

    private init(
        folder: URL, clock: VirtualClock, processor: SimulatedProcessor, line: any PaymentProcessor,
        server: LoopbackServer?, between: (any PaymentProcessor) -> any PaymentProcessor, file: DatabaseFile,
        ids: Identifiers
    ) {
        (self.folder, self.clock, self.processor, self.file, self.ids) = (folder, clock, processor, file, ids)
        (self.line, self.server) = (line, server)
        giving = Self.service(over: between(line), file, clock, ids)
        calm = Self.service(over: line, file, clock, ids)
    }

    private static func line(
        to processor: SimulatedProcessor
    ) async throws -> (any PaymentProcessor, LoopbackServer?) {
        switch ProcessInfo.processInfo.environment["TAPKIT_PROCESSOR"] {
        case "api":
            let transport = SimulatorTransport(processor: processor)
            return (ProcessorClient(transport: transport, patience: .none), nil)
        case "http":
            let server = try await LoopbackServer(processor)
            // A machine with many tests at once may be slow; what takes longer than this hangs.
            let transport = try HTTPTransport(base: server.address, apiKey: "sk_test_giving", seconds: 120)
            return (ProcessorClient(transport: transport, patience: .none), server)
        default: return (processor, nil)
        }
    }

    /// The same service, driving another processor.
    func service(over processor: any PaymentProcessor) -> GivingService<DatabaseFile> {
        Self.service(over: processor, file, clock, ids)
    }

    private static func service(
        over processor: any PaymentProcessor, _ file: DatabaseFile, _ clock: VirtualClock, _ ids: Identifiers
    ) -> GivingService<DatabaseFile> {
        let driver = PaymentDriver(
            units: file, processor: processor, policy: GivingPolicy<DatabaseUnit>(ids: ids),
            clock: clock.wallClock, ids: ids, processing: .standard)
        return GivingService(payments: driver, clock: clock.wallClock, ids: ids, processing: .standard)
    }

    /// Adds an organization whose account is onboarded.
    func addOrganization(_ id: String, funds: [String]) async throws {
        let now = clock.now
        try await file.write { unit in
            _ = try unit.addOrganization(id, OrganizationFields(displayName: id), at: now)
            for fund in funds { _ = try unit.addFund(fund, name: "Fund \(fund)", to: id, at: now) }
        }
        let (_, payee) = try await calm.onboard(id)
        _ = try await processor.completeOnboarding(payee.id, .complete)
        _ = try await calm.onboard(id)
    }

    /// The connected account of an organization.
    func account(of id: String = "Grace") async throws -> String {
        try await file.read { try $0.organization(id)?.account } ?? ""
    }

    /// What a ledger account holds, in cents.
    func ledger(_ account: LedgerAccount) async throws -> Int64 {
        try await file.read { try $0.balance(of: account, in: .usd) }
    }

    /// Closes the files and removes the folder.
    func remove() {
        server?.end()
        try? file.close()
        try? FileManager.default.removeItem(at: folder)
    }
}

extension GiftRequest {
    /// A gift of somebody to Grace.
    static func to(
        _ organization: String = "Grace", fund: String? = nil, amount: String = "50", recurring: Bool = false,
        coversFee: Bool = false, method: String = "pm_card_visa", email: String = "donor@example.org",
        client: String? = nil, key: String? = nil, name: String = "A Donor", phone: String? = nil
    ) -> GiftRequest {
        GiftRequest(
            organization: organization, fund: fund, amount: .text(amount), isRecurring: recurring,
            coversFee: coversFee, method: method, name: name, email: email, phone: phone, client: client,
            key: key)
    }
}
