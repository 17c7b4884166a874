import DatabaseKit
import Foundation
import Giving
import MoneyKit
import MoneyTestSupport
import PaymentCore
import Processor
import ProcessorClient
import ProcessorServer
import ProcessorSimulator
import SimulationKit
import TimeKit

/// A giving service on a virtual clock, with its database and a simulated processor.
struct GivingWorld: MoneyWorld {
    let bench: MoneyBench
    /// The connection to the processor: direct, through Stripe's API with `TAPKIT_PROCESSOR=api`, or over a
    /// socket with `http`.
    let line: any PaymentProcessor
    private let server: LoopbackServer?
    /// The service under test, with any faults between it and the processor.
    let giving: GivingService
    /// The same service without faults.
    let calm: GivingService

    /// 9:00 on the first Sunday of 2026.
    static let start = MoneyBench.start

    /// Makes a world with one organization, `Grace`, and its funds `12` (default) and `13`.
    ///
    /// - Parameter between: Wraps the processor, for example to inject faults.
    static func make(
        seed: UInt64 = 1, at start: Timestamp = start,
        between: (any PaymentProcessor) -> any PaymentProcessor = { $0 }
    ) async throws -> GivingWorld {
        let bench = try MoneyBench(GivingMigrations.all, seed: seed, at: start)
        let (line, server) = try await line(to: bench.processor)
        let world = GivingWorld(bench: bench, line: line, server: server, between: between)
        try await world.addOrganization("Grace", funds: ["12", "13"])
        return world
    }

    private init(
        bench: MoneyBench, line: any PaymentProcessor, server: LoopbackServer?,
        between: (any PaymentProcessor) -> any PaymentProcessor
    ) {
        (self.bench, self.line, self.server) = (bench, line, server)
        giving = Self.service(over: between(line), bench)
        calm = Self.service(over: line, bench)
    }

    private static func line(
        to processor: SimulatedProcessor
    ) async throws -> (any PaymentProcessor, LoopbackServer?) {
        switch ProcessInfo.processInfo.environment["TAPKIT_PROCESSOR"] {
        case "api":
            let transport = SimulatorTransport(processor: processor)
            return (ProcessorClient(transport: transport, retryPolicy: .none), nil)
        case "http":
            let server = try await LoopbackServer(processor)
            let transport = try HTTPTransport(base: server.address, apiKey: "sk_test_giving")
            // Many parallel tests may slow the machine down. Anything that takes longer than this hangs.
            let retryPolicy = ProcessorClient.RetryPolicy(tries: 1, limit: .seconds(120)) { _ in }
            return (ProcessorClient(transport: transport, retryPolicy: retryPolicy), server)
        default: return (processor, nil)
        }
    }

    /// Returns the same service with another processor.
    func service(over processor: any PaymentProcessor) -> GivingService {
        Self.service(over: processor, bench)
    }

    private static func service(
        over processor: any PaymentProcessor, _ bench: MoneyBench
    ) -> GivingService {
        let (clock, ids) = (bench.clock.wallClock, bench.ids)
        let driver = PaymentDriver(
            database: bench.file, processor: processor, policy: GivingPolicy(ids: ids),
            clock: clock, ids: ids, processing: .standard)
        return GivingService(payments: driver, clock: clock, ids: ids, processing: .standard)
    }

    /// Adds an organization whose account is onboarded.
    func addOrganization(_ id: String, funds: [String]) async throws {
        let now = clock.now
        try await file.write { transaction in
            _ = try transaction.addOrganization(id, OrganizationFields(displayName: id), at: now)
            for fund in funds { _ = try transaction.addFund(fund, name: "Fund \(fund)", to: id, at: now) }
        }
        let (_, payee) = try await calm.onboard(id)
        _ = try await processor.completeOnboarding(payee.id, .complete)
        _ = try await calm.onboard(id)
    }

    /// Returns the connected account of an organization.
    func account(of id: String = "Grace") async throws -> String {
        try await file.read { try $0.organization(id)?.account } ?? ""
    }

    /// Closes the files and removes the folder.
    func remove() {
        server?.end()
        bench.remove()
    }
}

extension GiftRequest {
    /// Makes a request for a gift to Grace.
    static func to(
        _ organization: String = "Grace", fund: String? = nil, amount: String = "50", recurring: Bool = false,
        coversFee: Bool = false, method: String = "pm_card_visa", email: String = "donor@example.org",
        client: String? = nil, key: String? = nil, name: String = "A Donor", phone: String? = nil,
        waits: Bool = false
    ) -> GiftRequest {
        var request = GiftRequest(
            organization: organization, fund: fund, amount: .text(amount), isRecurring: recurring,
            coversFee: coversFee, method: method, name: name, email: email, phone: phone, client: client,
            key: key)
        request.donorWaits = waits
        return request
    }
}
