import DatabaseKit
import Foundation
import MoneyKit
import Processor
import ProcessorSimulator
import SimulationKit
import Synchronization
import TimeKit

/// A simulated processor with its own database and a virtual clock.
final class ProcessorBench: Sendable {
    let clock: VirtualClock
    let processor: SimulatedProcessor
    let file: DatabaseFile
    private let folder: URL
    private let keys = Atomic(0)

    init(_ configuration: ProcessorConfiguration = .init(), at start: String = "2026-01-31T09:00:00Z") throws
    {
        guard let start = Timestamp(iso8601: start) else { preconditionFailure("\(start) is no moment") }
        folder = FileManager.default.temporaryDirectory.appending(path: "processor-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        clock = VirtualClock(at: start)
        file = try DatabaseFile.open(
            at: folder.appending(path: "processor.sqlite").path, migrations: SimulatedProcessor.migrations)
        processor = SimulatedProcessor(
            file: file, clock: clock.wallClock, seed: 1, configuration: configuration)
    }

    deinit {
        try? file.close()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Opens another processor on the same database.
    func another(seed: UInt64 = 1) throws -> SimulatedProcessor {
        let file = try DatabaseFile.open(at: file.path, migrations: SimulatedProcessor.migrations)
        return SimulatedProcessor(file: file, clock: clock.wallClock, seed: seed)
    }

    /// An unused idempotency key.
    var key: IdempotencyKey {
        IdempotencyKey("key-\(keys.wrappingAdd(1, ordering: .relaxed).newValue)")
    }

    /// Creates a connected account that can receive charges and payouts.
    func church(_ metadata: Metadata = [:]) async throws -> String {
        let account = try await processor.create(Account.Create(metadata: metadata), key: key)
        return try await processor.completeOnboarding(account.id, .complete).id
    }

    /// Charges a gift of 100.00, with a fee of 5.00 for the platform.
    func gift(
        _ amount: Int64 = 10_000, fee: Int64? = 500, to church: String?, with method: String = "pm_card_visa",
        capture: PaymentIntent.CaptureMethod = .automatic
    ) async throws -> PaymentIntent {
        try await processor.create(
            PaymentIntent.Create(
                amount: amount, currency: .usd, paymentMethod: method, confirm: true, captureMethod: capture,
                destination: church, applicationFeeAmount: church == nil ? nil : fee), key: key)
    }

    /// Returns an account's dollars, available and pending, in minor units.
    func holding(of account: String?) async throws -> Int64 {
        try await processor.balances(of: account).first { $0.currency == .usd }?.total ?? 0
    }

    /// Returns all changes of an account's balance, oldest first, as `kind amount fee`.
    func movements(of account: String?) async throws -> [String] {
        try await processor.balanceTransactions(of: account, ListQuery()).data.reversed()
            .map { "\($0.kind.rawValue) \($0.amount) \($0.fee)" }
    }

    /// Returns the types of all events, oldest first. Those of connected accounts are marked.
    func events() async throws -> [String] {
        try await processor.events(ListQuery()).data.reversed()
            .map { $0.account == nil ? $0.type : "connected \($0.type)" }
    }
}

/// Returns the error that a request is refused with, or nil if it succeeds.
func refusal(_ request: () async throws -> some Sendable) async -> ProcessorError? {
    do {
        _ = try await request()
        return nil
    } catch { return error as? ProcessorError }
}
