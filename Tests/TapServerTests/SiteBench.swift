import DatabaseKit
import Foundation
import Giving
import InvocationRouter
import MoneyKit
import PaymentCore
import Processor
import ProcessorSimulator
import SimulationKit
import StaffAccess
import Synchronization
import TagRegistry
import TapServer
import TimeKit

/// The site as it runs, without a socket: a virtual clock, the service with its file, and the simulated
/// processor.
struct SiteBench: Sendable {
    let site: TapController
    let giving: GivingService
    let processor: SimulatedProcessor
    let file: DatabaseFile
    let clock: VirtualClock
    /// The sent e-mails, unless the bench has another way to send them.
    let mailbox = Mailbox()
    private let folder: URL

    /// Saturday, 31 January 2026, 15:00 in UTC.
    static let start = Timestamp(seconds: 1_769_871_600)

    /// A bench with `Grace` (funds `12`, which is the default, and `13`) and `Hope` (fund `7`), gone again
    /// afterwards.
    static func with<Value>(
        settings: SiteSettings = SiteSettings(), tags: [DirectoryTag] = [],
        faults: [ProcessorFaultPlan.Rule] = [], wallet: WalletDevice = WalletDevice(),
        mail: (any Mail)? = nil,
        _ body: (SiteBench) async throws -> Value
    ) async throws -> Value {
        let bench = try await SiteBench(settings, KnownTags(tags: tags), faults, wallet, mail)
        defer { bench.remove() }
        return try await body(bench)
    }

    private init(
        _ settings: SiteSettings, _ tags: KnownTags, _ faults: [ProcessorFaultPlan.Rule],
        _ wallet: WalletDevice, _ mail: (any Mail)?
    ) async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "site-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        clock = VirtualClock(at: Self.start)
        file = try DatabaseFile.open(
            at: folder.appending(path: "tapctl.sqlite").path,
            migrations: GivingMigrations.all + RegistryMigrations.all + StaffMigrations.all)
        let processorFile = try DatabaseFile.open(
            at: folder.appending(path: "processor.sqlite").path, migrations: SimulatedProcessor.migrations)
        let processor = SimulatedProcessor(file: processorFile, clock: clock.wallClock, seed: 1)
        let random = Mutex(SeededGenerator(seed: 7))
        let draw: @Sendable () -> UInt64 = { random.withLock { $0.next() } }
        let ids = Identifiers(clock: clock.wallClock, random: draw)
        let payments = PaymentDriver(
            database: file, processor: FaultyProcessor(processor, ProcessorFaultPlan(rules: faults)) { _ in },
            policy: GivingPolicy(ids: ids),
            clock: clock.wallClock, ids: ids, processing: .standard)
        let giving = GivingService(
            payments: payments, clock: clock.wallClock, ids: ids, processing: .standard)
        (self.processor, self.giving) = (processor, giving)
        site = TapController(
            giving: giving, tags: tags, recorder: Self.recorder(giving),
            world: Self.world(processor, giving, wallet),
            mail: mail ?? mailbox, settings: settings, random: draw)
        try await addOrganization(
            "Grace", "The Grace Church", funds: [("12", "Missions"), ("13", "Building")])
        try await addOrganization("Hope", "Hope", funds: [("7", "All")])
    }

    private static func recorder(_ giving: GivingService) -> TapRecorder {
        TapRecorder(
            prove: { _ in .unchecked },
            keep: { url, route, organization, _, source in
                guard case .gift(let invocation) = route else { return nil }
                return try await giving.record(
                    tap: url, invocation, organization: organization, source: source
                ).id
            })
    }

    private static func world(
        _ processor: SimulatedProcessor, _ giving: GivingService, _ wallet: WalletDevice
    ) -> SimulatedWorld {
        SimulatedWorld(
            wallet: .apple(wallet, processor),
            answerBank: { gift, isPassed in
                guard let intent = gift.paymentIntent, let payment = gift.payment else { return }
                // A bank that says no is an answer like another.
                _ = try? await processor.challenge(intent, isPassed ? .passed : .failed)
                try await giving.payments.refresh(payment: payment)
            })
    }

    /// Adds an organization whose account is onboarded.
    func addOrganization(_ id: String, _ name: String, funds: [(String, String)]) async throws {
        let now = clock.now
        try await file.write { transaction in
            _ = try transaction.addOrganization(id, OrganizationFields(displayName: name), at: now)
            for (fund, name) in funds { _ = try transaction.addFund(fund, name: name, to: id, at: now) }
        }
        let (_, payee) = try await giving.onboard(id)
        _ = try await processor.completeOnboarding(payee.id, .complete)
        _ = try await giving.onboard(id)
    }

    /// All gifts, newest first.
    func gifts() async throws -> [Gift] { try await file.read { try $0.gifts(GiftQuery()) } }

    /// The number of charges.
    func charges() async throws -> Int { try await gifts().filter { $0.paidAt != nil }.count }

    private func remove() {
        try? file.close()
        try? FileManager.default.removeItem(at: folder)
    }
}

extension SimulatedWallet {
    /// A wallet of test cards at a processor.
    static func apple(_ device: WalletDevice, _ processor: SimulatedProcessor) -> SimulatedWallet {
        SimulatedWallet(on: device) { card, key in
            try await processor.create(
                PaymentMethod.Create(testName: card, wallet: "apple_pay"), key: IdempotencyKey(key)
            ).id
        }
    }
}

/// A registry that is a table.
struct KnownTags: TagDirectory {
    var tags: [DirectoryTag]

    func tag(id: String) async throws -> DirectoryTag? { tags.first { $0.id == id } }
    func tag(uid: [UInt8]) async throws -> DirectoryTag? { tags.first { $0.uid == uid } }
}
