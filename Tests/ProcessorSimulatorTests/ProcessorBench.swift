import DatabaseKit
import Foundation
import MoneyKit
import Processor
import ProcessorSimulator
import SimulationKit
import Synchronization
import TimeKit

/// A simulated processor on a file of its own and a clock that is set by hand.
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

    /// Another process on the same file.
    func another(seed: UInt64 = 1) throws -> SimulatedProcessor {
        let file = try DatabaseFile.open(at: file.path, migrations: SimulatedProcessor.migrations)
        return SimulatedProcessor(file: file, clock: clock.wallClock, seed: seed)
    }

    /// A key that was not used before.
    var key: IdempotencyKey {
        IdempotencyKey("key-\(keys.wrappingAdd(1, ordering: .relaxed).newValue)")
    }

    /// A connected account that may be charged for and paid.
    func church(_ metadata: Metadata = [:]) async throws -> String {
        let account = try await processor.create(Account.Create(metadata: metadata), key: key)
        return try await processor.completeOnboarding(account.id, .complete).id
    }

    /// A gift of 100.00, charged now, of which the platform keeps 5.00.
    func gift(
        _ amount: Int64 = 10_000, fee: Int64? = 500, to church: String?, with method: String = "pm_card_visa",
        capture: PaymentIntent.CaptureMethod = .automatic
    ) async throws -> PaymentIntent {
        try await processor.create(
            PaymentIntent.Create(
                amount: amount, currency: .usd, paymentMethod: method, confirm: true, captureMethod: capture,
                destination: church, applicationFeeAmount: church == nil ? nil : fee), key: key)
    }

    /// What an account holds in dollars, available and pending.
    func holding(of account: String?) async throws -> Int64 {
        try await processor.balances(of: account).first { $0.currency == .usd }?.total ?? 0
    }

    /// All changes of an account's balance, oldest first, as `kind amount fee`.
    func movements(of account: String?) async throws -> [String] {
        try await processor.balanceTransactions(of: account, ListQuery()).data.reversed()
            .map { "\($0.kind.rawValue) \($0.amount) \($0.fee)" }
    }

    /// The types of all events, oldest first; a connected account's are marked.
    func events() async throws -> [String] {
        try await processor.events(ListQuery()).data.reversed()
            .map { $0.account == nil ? $0.type : "connected \($0.type)" }
    }
}

/// The error that a request is refused with; nil when it is not.
func refusal(_ request: () async throws -> some Sendable) async -> ProcessorError? {
    do {
        _ = try await request()
        return nil
    } catch { return error as? ProcessorError }
}
