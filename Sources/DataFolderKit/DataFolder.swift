package import DatabaseKit
import Documents
import FailureKit
import Foundation
package import Giving
import MoneyKit
package import PaymentCore
package import Processor
import ProcessorClient
import ProcessorSimulator
import StaffAccess
import TagRegistry
package import TimeKit

/// One folder of data, open: the service of gifts, and the processor that stands behind it.
///
/// Everything of ours is one SQLite file; the folder's own processor, which is simulated, is another. Any number of
/// programs may use a folder at once.
package struct DataFolder: Sendable {
    /// Gifts and what belongs to them.
    package let giving: GivingService
    /// The other products on the same money path.
    package let products: Products
    /// The processor: the folder's own, or one that is served.
    package let processor: any PaymentProcessor
    /// What it has where it is simulated.
    package let controls: any SimulatorControls
    /// Where the processor is served; nil for the folder's own.
    package let address: ProcessorAddress?
    /// What time it is for the service.
    package let clock: WallClock
    /// The same clock, to be set by the processor's.
    package let following: FollowingClock
    /// Everything of ours.
    package let file: DatabaseFile
    /// Everything of the folder's own processor; nil where another one is asked.
    package let processorFile: DatabaseFile?

    /// The money path of the gifts.
    package var payments: PaymentDriver { giving.payments }

    /// Opens a folder, and makes it (mode 0700) where there is none.
    ///
    /// - Parameters:
    ///   - address: The processor behind it; nil for the folder's own.
    ///   - warn: Hears of a log that was cut.
    package static func open(
        _ path: String, at address: ProcessorAddress? = nil, warn: (String) -> Void
    ) async throws -> DataFolder {
        let folder = try opened(path, at: address)
        do {
            try await folder.reportCutLogs(warn)
            return folder
        } catch {
            try? folder.close()
            throw error
        }
    }

    private static func opened(_ path: String, at address: ProcessorAddress?) throws -> DataFolder {
        try LiveKeys.refuse()
        try make(path)
        let surroundings = try Surroundings()
        let file = try DatabaseFile.open(
            at: file(in: path), migrations: migrations)
        guard let address else { return try folder(file, surroundings, ownProcessorIn: path) }
        let client = address.client()
        let controls = ServedControls(client: client) { address.notSimulated($0, remedy: $1) }
        return try folder(file, surroundings, client, controls, address, nil)
    }

    private static func folder(
        _ file: DatabaseFile, _ surroundings: Surroundings, ownProcessorIn path: String
    ) throws -> DataFolder {
        let processorFile = try DatabaseFile.open(
            at: path + "/processor.sqlite", migrations: processorMigrations)
        let processor = SimulatedProcessor(
            file: processorFile, clock: surroundings.clock, seed: surroundings.seed())
        return try folder(file, surroundings, processor, processor, nil, processorFile)
    }

    private static func folder(
        _ file: DatabaseFile, _ surroundings: Surroundings, _ processor: any PaymentProcessor,
        _ controls: any SimulatorControls, _ address: ProcessorAddress?, _ processorFile: DatabaseFile?
    ) throws -> DataFolder {
        let following = FollowingClock(surroundings.clock)
        let clock = following.wallClock
        let ids = Identifiers(clock: clock, random: surroundings.seed)
        let payments = PaymentDriver(
            database: file, processor: processor, policy: Products.policies(ids: ids),
            clock: clock, ids: ids, processing: .standard)
        // Drawn apart: that it is made changes no other id of a seeded run.
        let secret = try LinkSecret.open(in: folder(of: file), random: try Surroundings().seed)
        return DataFolder(
            giving: GivingService(
                payments: payments, clock: clock, ids: ids, processing: .standard),
            products: Products(payments: payments, clock: clock, ids: ids, secret: secret),
            processor: processor, controls: controls, address: address, clock: clock, following: following,
            file: file, processorFile: processorFile)
    }

    /// Ends what an earlier program left open, and works on what the processor brought or did meanwhile: renewals,
    /// disputes.
    ///
    /// What is younger than a minute is left to whoever is at it.
    package func catchUp() async throws {
        _ = try await payments.finishLeftCalls(olderThan: 60)
        try await payments.workReceivedEvents()
        try await payments.readEvents()
        try await payments.settleDays()
        try await settleDue()
    }

    /// Moves the money of each product that is due, unless the books have a gap: restored books may not know what was
    /// already released to a payee, so held money waits for `payment reconcile --full`.
    package func settleDue() async throws {
        if try await read({ try $0.openGaps() }).isEmpty { try await products.settleDue() }
    }

    /// Reads one state.
    package func read<T: Sendable>(_ work: @escaping @Sendable (Transaction) throws -> T) async throws -> T {
        try await file.read(work)
    }

    /// One transaction, with the time at which it is done: kept whole, or not at all.
    package func write<T: Sendable>(_ work: @escaping @Sendable (Transaction, Timestamp) throws -> T)
        async throws
        -> T
    {
        let now = clock.now()
        return try await file.write { try work($0, now) }
    }

    package func close() throws {
        try file.close()
        try processorFile?.close()
    }

    /// The steps of every module that keeps something in the file of ours.
    package static let migrations: [Migration] =
        Products.migrations + RegistryMigrations.all + StaffMigrations.all
    /// The steps of the processor's file.
    package static let processorMigrations: [Migration] = SimulatedProcessor.migrations

    /// The file of everything of ours.
    package static func file(in folder: String) -> String { folder + "/tapctl.sqlite" }

    /// The folder of e-mails that wait to be sent: beside the file of ours.
    package var outbox: String { Self.folder(of: file) + "/outbox" }

    private static func folder(of file: DatabaseFile) -> String {
        file.path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    }

    /// Makes a folder, mode 0700, where there is none.
    package static func make(_ path: String) throws {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw CommandError(
                .cannotCreate, code: "cannotCreate", "the data folder cannot be made",
                reason: path, remedy: "name another with --data or TAPCTL_HOME")
        }
    }
}
