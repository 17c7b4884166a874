import DatabaseKit
import Foundation
import MoneyKit
import PaymentCore
import Processor
import ProcessorSimulator
import SimulationKit
import Synchronization
import TimeKit

/// The money path without a product: a driver, its file, and the simulated processor, on a virtual clock.
struct HeldWorld: Sendable {
    let folder: URL
    let clock: VirtualClock
    let processor: SimulatedProcessor
    let file: DatabaseFile
    /// With what stands between it and the processor.
    let payments: PaymentDriver<DatabaseFile>
    /// With nothing in between.
    let calm: PaymentDriver<DatabaseFile>
    /// Gets what is released.
    let payee: String
    /// Gets destination charges.
    let church: String

    static func make(
        seed: UInt64 = 1, processing: FeeRate = .standard,
        between: (any PaymentProcessor) -> any PaymentProcessor = { $0 }
    ) async throws -> HeldWorld {
        let folder = FileManager.default.temporaryDirectory.appending(path: "held-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let clock = VirtualClock(at: Timestamp(seconds: 1_767_517_200))
        let file = try DatabaseFile.open(
            at: folder.appending(path: "tapctl.sqlite").path, migrations: PaymentMigrations.all)
        let processorFile = try DatabaseFile.open(
            at: folder.appending(path: "processor.sqlite").path, migrations: SimulatedProcessor.migrations)
        var configuration = ProcessorConfiguration()
        configuration.fee = processing
        let processor = SimulatedProcessor(
            file: processorFile, clock: clock.wallClock, seed: seed, configuration: configuration)
        let random = Mutex(SeededGenerator(seed: seed))
        let ids = Identifiers(clock: clock.wallClock) { random.withLock { $0.next() } }
        func driver(over processor: any PaymentProcessor) -> PaymentDriver<DatabaseFile> {
            PaymentDriver(
                units: file, processor: processor,
                policy: PolicyTable(["job": SilentPolicy<DatabaseUnit>()]), clock: clock.wallClock, ids: ids,
                processing: processing)
        }
        let calm = driver(over: processor)
        var accounts: [String] = []
        for name in ["Builder", "Church"] {
            let made = try await calm.makePayee(named: name, currency: .usd, reference: name)
            _ = try await processor.completeOnboarding(made.id, .complete)
            accounts.append(made.id)
        }
        return HeldWorld(
            folder: folder, clock: clock, processor: processor, file: file,
            payments: driver(over: between(processor)), calm: calm, payee: accounts[0], church: accounts[1])
    }

    /// Charges a quote; what is declined is a payment like another.
    @discardableResult func charge(
        _ quote: Quote, _ form: ChargeForm? = nil, method: String = "pm_card_visa", by number: Int = 1,
        with driver: PaymentDriver<DatabaseFile>? = nil
    ) async throws -> Payment {
        let payments = driver ?? self.payments
        let order = PaymentOrder(
            kind: "job", subject: "job_\(number)", form: form ?? .held(payee: payee), quote: quote,
            method: method,
            payer: Payer(name: "A Payer", email: "p\(number)@example.org", phone: nil, client: nil),
            statementDescriptor: "BUILDER")
        let (payment, call) = try await file.write { try payments.begin(order, in: $0) }
        try await payments.deliver(call)
        return try await kept(payment.id)
    }

    /// Releases a part of what is held, or all.
    @discardableResult func release(
        _ payment: String, _ minor: Int64? = nil, with driver: PaymentDriver<DatabaseFile>? = nil
    ) async throws -> PaymentRelease {
        let payments = driver ?? self.payments
        let (release, call) = try await file.write {
            try payments.beginRelease(of: payment, amountMinor: minor, in: $0)
        }
        try await payments.deliver(call)
        return try await file.read { try $0.release(release.id) } ?? release
    }

    /// Gives a part of a payment back, or all, and takes from the payee what is not held any more.
    func refund(_ payment: String, _ minor: Int64? = nil) async throws {
        let (_, call) = try await file.write { [payments] in
            try payments.beginRefund(of: payment, amountMinor: minor, reason: nil, in: $0)
        }
        try await payments.deliver(call)
        try await payments.collectSoon(from: payee)
    }

    func kept(_ payment: String) async throws -> Payment {
        guard let found = try await file.read({ try $0.payment(payment) }) else {
            throw PaymentError(.notFound, payment)
        }
        return found
    }

    /// What a ledger account holds, in minor units.
    func ledger(_ account: LedgerAccount) async throws -> Int64 {
        try await file.read { try $0.balance(of: account, in: .usd) }
    }

    func remove() {
        try? file.close()
        try? FileManager.default.removeItem(at: folder)
    }
}

/// A product that only looks on.
struct SilentPolicy<Unit>: PaymentPolicy {
    func changed(_ payment: Payment, at time: Timestamp, in unit: Unit) {}
    func changed(_ schedule: Schedule, at time: Timestamp, in unit: Unit) {}
    func occurrence(of schedule: Schedule, isFirst: Bool, at time: Timestamp, in unit: Unit) -> String { "" }
}

extension Quote {
    /// A product's quote in dollars of so many cents.
    static func job(_ minor: Int64, payee: Int64 = 500, payer: Int64 = 0) throws -> Quote {
        try Quote(
            of: Money(minor, .usd), by: ProductFee(payee: BasisPoints(payee), payer: BasisPoints(payer)))
    }
}
