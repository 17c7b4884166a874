import DatabaseKit
import Foundation
import Giving
import MoneyKit
import MoneyTestSupport
import PaymentCore
import PostgresKit
import Processor
import ProcessorSimulator
import SimulationKit
import TestSupport
import TimeKit

/// Two servers with one PostgreSQL database and one simulated processor, on a virtual clock.
struct Cluster: Sendable {
    /// A server: its connections, and its service with its own ids.
    struct Node: Sendable {
        let database: PostgresKit.PostgresDatabase
        let giving: GivingService
    }

    let clock: VirtualClock
    let processor: SimulatedProcessor
    let nodes: [Node]
    private let folder: URL

    /// Creates a new database with the organization `Grace`, whose account is onboarded, and its fund `12`.
    static func make() async throws -> Cluster {
        let folder = FileManager.default.temporaryDirectory.appending(path: "cluster-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let clock = VirtualClock(at: MoneyBench.start)
        let file = try DatabaseFile.open(
            at: folder.appending(path: "processor.sqlite").path, migrations: SimulatedProcessor.migrations)
        let processor = SimulatedProcessor(file: file, clock: clock.wallClock, seed: 1)
        let address = try await PostgresServer.shared().makeDatabase().connection
        var nodes: [Node] = []
        for _ in 0..<2 {
            let database = try await PostgresKit.PostgresDatabase.open(
                try PostgresSettings(address), migrations: try PostgresMigration.all(GivingMigrations.all))
            nodes.append(Node(database: database, giving: service(on: database, processor, clock)))
        }
        let cluster = Cluster(clock: clock, processor: processor, nodes: nodes, folder: folder)
        try await cluster.addOrganization("Grace")
        return cluster
    }

    private static func service(
        on database: PostgresKit.PostgresDatabase, _ processor: SimulatedProcessor, _ clock: VirtualClock
    ) -> GivingService {
        let ids = Identifiers(clock: clock.wallClock) { .random(in: .min ... .max) }
        let driver = PaymentDriver(
            database: database, processor: processor, policy: GivingPolicy(ids: ids), clock: clock.wallClock,
            ids: ids, processing: .standard)
        return GivingService(payments: driver, clock: clock.wallClock, ids: ids, processing: .standard)
    }

    private func addOrganization(_ id: String) async throws {
        let now = clock.now
        try await nodes[0].database.write { transaction in
            _ = try transaction.addOrganization(id, OrganizationFields(displayName: id), at: now)
            _ = try transaction.addFund("12", name: "Fund 12", to: id, at: now)
        }
        let (_, payee) = try await nodes[0].giving.onboard(id)
        _ = try await processor.completeOnboarding(payee.id, .complete)
        _ = try await nodes[1].giving.onboard(id)
    }

    /// The connected account of the organization.
    func account() async throws -> String { try await read { try $0.organization("Grace")?.account } ?? "" }

    /// Reads from the database.
    func read<T: Sendable>(_ work: @escaping @Sendable (Transaction) throws -> T) async throws -> T {
        try await nodes[0].database.read(work)
    }

    /// Calls `work` for the rounds 1 to `count`, or for 60 seconds if `TAPKIT_FULL` is set.
    ///
    /// - Returns: The number of rounds.
    @discardableResult
    static func rounds(_ count: Int, _ work: (_ round: Int) async throws -> Void) async throws -> Int {
        let end = ContinuousClock.now + .seconds(60)
        var round = 0
        while isFullRun ? ContinuousClock.now < end : round < count {
            round += 1
            try await work(round)
        }
        return round
    }

    /// Calls `work` from several callers of each node simultaneously, and returns their results.
    ///
    /// - Parameter callers: The number of callers of each node. With `TAPKIT_FULL`, there are at least 32.
    func all<T: Sendable>(
        callers: Int, _ work: @escaping @Sendable (Node, _ caller: Int) async throws -> T
    ) async throws -> [T] {
        try await withThrowingTaskGroup(of: T.self) { group in
            for caller in 0..<(isFullRun ? max(callers, 32) : callers) * nodes.count {
                group.addTask { try await work(nodes[caller % nodes.count], caller) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    /// Returns the contradictions within the books, and between the books and the processor.
    func problems() async throws -> [String] {
        var problems = try await read { transaction in
            var problems = try transaction.ledgerCheck().problems + transaction.receiptProblems()
            let sums = try transaction.all(
                "SELECT currency, CAST(SUM(amount) AS BIGINT) AS rest FROM balance GROUP BY currency")
            problems += sums.filter { $0["rest"] as Int64 != 0 }.map { _ in "the balances are not zero" }
            let gifts = try transaction.gifts(GiftQuery(limit: 100_000))
            let counted = gifts.reduce(0) { $0 + $1.countedMinor }
            let total: Int64 =
                try transaction.value("SELECT CAST(SUM(amount) AS BIGINT) FROM fund_total") ?? 0
            if counted != total { problems.append("the gifts come to \(counted), the fund has \(total)") }
            for gift in gifts where (gift.countedMinor > 0) != (gift.receiptNumber != nil) {
                problems.append("\(gift.id) has the wrong receipt")
            }
            return problems
        }
        var (ours, charged) = (Set<String>(), Set<String>())
        let payments = try await read { try $0.payments(in: .succeeded, after: nil, limit: 100_000) }
        ours = Set(payments.compactMap(\.intent))
        var query = ListQuery(limit: 100)
        while true {
            let page = try await processor.paymentIntents(query)
            charged.formUnion(page.data.filter { $0.status == .succeeded }.map(\.id))
            guard page.hasMore, let last = page.data.last else { break }
            query.startingAfter = last.id
        }
        if ours != charged { problems.append("\(charged.count) charges, \(ours.count) payments") }
        return problems
    }

    /// Closes the connections and removes the folder.
    func remove() async {
        for node in nodes { await node.database.close() }
        try? FileManager.default.removeItem(at: folder)
    }
}

extension GiftRequest {
    /// A gift to Grace.
    static func gift(_ amount: String = "50", from email: String, key: String? = nil) -> GiftRequest {
        GiftRequest(
            organization: "Grace", fund: nil, amount: .text(amount), isRecurring: false, coversFee: false,
            method: "pm_card_visa", name: "A Donor", email: email, key: key)
    }
}
