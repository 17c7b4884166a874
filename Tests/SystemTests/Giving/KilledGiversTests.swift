import DataFolderKit
import DatabaseKit
import Foundation
import Giving
import MoneyKit
import PaymentCore
import Processor
import ProcessorSimulator
import SimulationKit
import TagRegistry
import TestSupport
import Testing
import TimeKit

@testable import tapctl

/// Programs that make gifts in one data folder, and are killed with `kill -9` while they do so.
@Suite(.serialized) struct KilledGiversTests {
    static let programs = 8
    static let giftsEach = 250

    @Test(
        "2,000 gifts by 8 programs, killed at a random moment: none is charged twice, none is lost",
        // A run takes about a minute on two cores.
        arguments: longRunSeeds.prefix(longRunSeeds.count > 10 ? 50 : 3))
    func killed(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let folder = FileManager.default.temporaryDirectory.appending(path: "givers-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await run(
            "tapctl org add Grace --name Grace --data data && tapctl fund add 12 --org Grace --name Missions --data data",
            in: folder)
        for program in 0..<Self.programs { try write(program, to: folder) }

        let told = try await withThrowingTaskGroup(of: [String].self) { group in
            for program in 0..<Self.programs {
                let lines = Int.random(in: 0..<Self.giftsEach, using: &generator)
                group.addTask { try await Self.giveUntilKilled(program, after: lines, in: folder) }
            }
            return try await group.reduce(into: [String]()) { $0 += $1 }
        }

        let books = try Books(folder.appending(path: "data").path)
        defer { books.close() }
        try await books.reconcile()
        let paid = try await books.paidIntents()
        let gifts = try await books.gifts()
        let counted = Set(gifts.filter { $0.status == .succeeded }.map(\.id))
        let comment = Comment("TAPKIT_SEED=\(seed)")
        #expect(
            paid.count == Set(paid.compactMap { $0.metadata["payment_id"] }).count,
            "charged twice; \(comment)")
        #expect(
            Set(paid.map(\.id)) == Set(gifts.filter { $0.status == .succeeded }.compactMap(\.paymentIntent)),
            comment)
        #expect(Set(told).subtracting(counted).isEmpty, "told and lost; \(comment)")
        #expect(gifts.allSatisfy { $0.status == .succeeded }, comment)
        #expect(try await books.problems() == [], comment)
    }

    /// The ids of the gifts that a program reported before it was killed.
    private static func giveUntilKilled(_ program: Int, after lines: Int, in folder: URL) async throws
        -> [String]
    {
        let running = try RunningProgram(
            [
                "tapctl", "gift", "make", "--file", "gifts\(program).jsonl", "--in-flight", "4", "--data",
                "data", "--json",
            ],
            in: folder)
        var told: [String] = []
        for await line in running.lines {
            if let gift = try? JSONDecoder().decode(Told.self, from: Data(line.utf8)),
                gift.status == "succeeded"
            {
                told.append(gift.id)
            }
            if told.count >= lines { running.signal(SIGKILL) }
        }
        _ = await running.exitCode()
        return told
    }

    private struct Told: Decodable { var id, status: String }

    private func write(_ program: Int, to folder: URL) throws {
        let lines = (0..<Self.giftsEach).map { number in
            """
            {"org":"Grace","amount":"\(10 + number % 90)","method":"pm_card_visa","name":"A Donor",\
            "email":"donor\(program)-\(number)@example.org","idempotency_key":"\(program)-\(number)"}
            """
        }
        try Data(lines.joined(separator: "\n").utf8).write(
            to: folder.appending(path: "gifts\(program).jsonl"))
    }

    private func run(_ line: String, in folder: URL) async throws {
        let run = try await ProgramRun.shell(line, in: folder)
        try #require(run.exitCode == 0, "\(run.standardError)")
    }
}

/// The state of a data folder after the kills, opened again.
private struct Books {
    let file: DatabaseFile
    let processorFile: DatabaseFile
    let processor: SimulatedProcessor
    let payments: PaymentDriver

    init(_ data: String) throws {
        // The clock is a minute ahead, so that the processor's delayed changes are in the books.
        let clock = WallClock { Timestamp(seconds: Int64(Date().timeIntervalSince1970) + 60) }
        file = try DatabaseFile.open(
            at: data + "/tapctl.sqlite",
            migrations: DataFolder.migrations)
        processorFile = try DatabaseFile.open(
            at: data + "/processor.sqlite", migrations: SimulatedProcessor.migrations)
        processor = SimulatedProcessor(file: processorFile, clock: clock, seed: 1)
        let ids = Identifiers(clock: clock) { UInt64.random(in: .min ... .max) }
        payments = PaymentDriver(
            database: file, processor: processor, policy: GivingPolicy(ids: ids), clock: clock,
            ids: ids,
            processing: .standard)
    }

    func close() {
        try? file.close()
        try? processorFile.close()
    }

    func reconcile() async throws { _ = try await payments.reconcile() }

    func paidIntents() async throws -> [PaymentIntent] {
        var found: [PaymentIntent] = []
        var query = ListQuery(limit: 100)
        while true {
            let page = try await processor.paymentIntents(query)
            found += page.data.filter { $0.status == .succeeded }
            guard page.hasMore, let last = page.data.last else { return found }
            query.startingAfter = last.id
        }
    }

    func gifts() async throws -> [Gift] { try await file.read { try $0.gifts(GiftQuery(limit: 100_000)) } }

    /// The inconsistencies between ledger and receipts.
    func problems() async throws -> [String] {
        try await file.read { try $0.ledgerCheck().problems + $0.receiptProblems() }
    }
}
