import DatabaseKit
import Foundation
import Giving
import PaymentCore
import PostgresKit
import Processor
import ProcessorSimulator
import SimulationKit
import TimeKit

/// Whole gifts in a PostgreSQL database: through Giving, the ledger and a simulated processor, but without HTTP.
///
/// usage: PostgresGifts SERVER FOLDER ORGANIZATIONS CALLERS SECONDS NODE DELAY
///
/// `scripts/postgres-rates` starts the server, runs this program, and compares its rate with single-row inserts.
/// SERVER is the folder of the server's socket, FOLDER is for files of this program, and DELAY is the network's
/// delay in each direction in microseconds. Each process is a node. Node 0 creates the organizations.
///
/// The program prints one JSON document: the number of gifts, the seconds, and the 99th percentile of the
/// gifts' durations in milliseconds.
@main
struct PostgresGifts {
    static func main() async throws {
        let words = CommandLine.arguments.dropFirst()
        let numbers = words.dropFirst(2).compactMap { Int($0) }
        guard words.count == 7, numbers.count == 5 else {
            fatalError("usage: PostgresGifts SERVER FOLDER ORGANIZATIONS CALLERS SECONDS NODE DELAY")
        }
        var server = words[words.startIndex]
        let folder = words[words.startIndex + 1]
        if numbers[4] > 0 {
            server = try DelayedServer(in: folder, before: server, delay: UInt32(numbers[4])).folder
        }
        let church = try await Churches(
            at: "postgres:///giving?host=\(server)&user=postgres", processor: folder, count: numbers[0],
            isFirst: numbers[3] == 0)
        let times = try await church.give(callers: numbers[1], seconds: numbers[2], node: numbers[3])
        let result: [String: Double] = [
            "gifts": Double(times.count), "seconds": Double(numbers[2]), "p99": times[times.count * 99 / 100],
        ]
        print(String(decoding: try JSONEncoder().encode(result), as: UTF8.self))
    }
}

/// Organizations with one fund each, in one database. They use the system's clock.
struct Churches: Sendable {
    private let service: GivingService
    private let names: [String]

    private static let clock = WallClock { Timestamp(seconds: Int64(Date().timeIntervalSince1970)) }

    init(at address: String, processor folder: String, count: Int, isFirst: Bool) async throws {
        let database = try await PostgresDatabase.open(
            PostgresSettings(address), migrations: PostgresMigration.all(GivingMigrations.all))
        let file = try DatabaseFile.open(
            at: "\(folder)/processor.sqlite", migrations: SimulatedProcessor.migrations)
        let processor = SimulatedProcessor(file: file, clock: Self.clock, seed: 1)
        let ids = Identifiers(clock: Self.clock) { UInt64.random(in: .min ... .max) }
        let driver = PaymentDriver(
            database: database, processor: processor, policy: GivingPolicy(ids: ids), clock: Self.clock,
            ids: ids, processing: .standard)
        service = GivingService(payments: driver, clock: Self.clock, ids: ids, processing: .standard)
        names = (0..<count).map { "Church\($0)" }
        guard isFirst else { return }
        for name in names {
            try await database.write { transaction in
                let now = Self.clock.now()
                _ = try transaction.addOrganization(name, OrganizationFields(displayName: name), at: now)
                _ = try transaction.addFund("12", name: "General", to: name, at: now)
            }
            let (_, payee) = try await service.onboard(name)
            _ = try await processor.completeOnboarding(payee.id, .complete)
            _ = try await service.onboard(name)
        }
    }

    /// Makes gifts with several callers in parallel. Each caller makes one gift after another, for 20 donors
    /// in turn.
    ///
    /// - Returns: The durations of the gifts in milliseconds, sorted. There is at least one for each caller.
    func give(callers: Int, seconds: Int, node: Int) async throws -> [Double] {
        let end = ContinuousClock.now + .seconds(seconds)
        return try await withThrowingTaskGroup(of: [Double].self) { group in
            for caller in 0..<callers {
                group.addTask {
                    var times: [Double] = []
                    repeat {
                        let begin = ContinuousClock.now
                        let number = caller * 1_000_000 + times.count
                        _ = try await service.give(
                            GiftRequest(
                                organization: names[number % names.count], fund: "12", amount: .text("50"),
                                method: "pm_card_visa", name: "A Donor",
                                email: "donor\(node)-\(caller)-\(number % 20)@example.org",
                                key: "key\(node)-\(number)"))
                        let time = (ContinuousClock.now - begin).components
                        times.append(Double(time.seconds) * 1_000 + Double(time.attoseconds) / 1e15)
                    } while ContinuousClock.now < end
                    return times
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }.sorted()
    }
}
