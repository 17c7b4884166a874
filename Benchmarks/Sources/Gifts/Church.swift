import DatabaseKit
import Foundation
import Giving
import MoneyKit
import PaymentCore
import Processor
import ProcessorSimulator
import SimulationKit
import TimeKit

/// A church with one fund and its own files. It uses the system's clock.
struct Church: Sendable {
    let folder: URL
    let file: DatabaseFile
    let processorFile: DatabaseFile
    let processor: SimulatedProcessor
    /// The service that calls the processor through the wrapper from ``make(between:)``.
    let giving: GivingService
    /// The service that calls the processor directly.
    let calm: GivingService

    static let clock = WallClock { Timestamp(seconds: Int64(Date().timeIntervalSince1970)) }

    /// - Parameter between: Returns a wrapper of the processor, which the service calls.
    static func make(between: (SimulatedProcessor) -> any PaymentProcessor = { $0 }) async throws -> Church {
        let folder = FileManager.default.temporaryDirectory.appending(path: "bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = try DatabaseFile.open(
            at: folder.appending(path: "tapctl.sqlite").path,
            migrations: GivingMigrations.all)
        let processorFile = try DatabaseFile.open(
            at: folder.appending(path: "processor.sqlite").path, migrations: SimulatedProcessor.migrations)
        let processor = SimulatedProcessor(file: processorFile, clock: clock, seed: 1)
        let ids = Identifiers(clock: clock) { UInt64.random(in: .min ... .max) }
        func service(_ processor: any PaymentProcessor) -> GivingService {
            let driver = PaymentDriver(
                database: file, processor: processor, policy: GivingPolicy(ids: ids), clock: clock,
                ids: ids, processing: .standard)
            return GivingService(payments: driver, clock: clock, ids: ids, processing: .standard)
        }
        let calm = service(processor)
        try await file.write { transaction in
            let now = clock.now()
            _ = try transaction.addOrganization("Grace", OrganizationFields(displayName: "Grace"), at: now)
            _ = try transaction.addFund("12", name: "General", to: "Grace", at: now)
        }
        let (_, payee) = try await calm.onboard("Grace")
        _ = try await processor.completeOnboarding(payee.id, .complete)
        _ = try await calm.onboard("Grace")
        return Church(
            folder: folder, file: file, processorFile: processorFile, processor: processor,
            giving: service(between(processor)), calm: calm)
    }

    /// Makes a gift for the donor with this number.
    func give(_ number: Int) async throws -> Gift {
        try await giving.give(
            GiftRequest(
                organization: "Grace", fund: "12", amount: .text("50"), method: "pm_card_visa",
                name: "A Donor",
                email: "donor\(number)@example.org", key: "key\(number)"))
    }

    func remove() {
        try? file.close()
        try? processorFile.close()
        try? FileManager.default.removeItem(at: folder)
    }
}
