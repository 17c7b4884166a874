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

/// An open data folder: its services, its database and its payment processor.
///
/// All of our data is in one SQLite file. The folder's own simulated processor has another. Several processes may use a
/// folder at the same time.
package struct DataFolder: Sendable {
    package let giving: GivingService
    /// All products on the payment path.
    package let products: Products
    /// The processor: the folder's own, or one that is reached over HTTP.
    package let processor: any PaymentProcessor
    /// The controls that only a simulated processor has.
    package let controls: any SimulatorControls
    /// The address of a served processor; nil for the folder's own.
    package let address: ProcessorAddress?
    /// The clock of all services.
    package let clock: WallClock
    /// The same clock, which can follow the processor's.
    package let following: FollowingClock
    /// Our database.
    package let file: DatabaseFile
    /// The database of the folder's own processor; nil with a served one.
    package let processorFile: DatabaseFile?

    /// The payment driver, which all products share.
    package var payments: PaymentDriver { giving.payments }

    /// Opens a data folder. Creates it with mode 0700 if it does not exist.
    ///
    /// - Parameters:
    ///   - address: The address of a served processor; nil for the folder's own.
    ///   - products: The products whose tables, policies and due work it has.
    ///   - warn: Called with a warning if the log of a database was cut.
    package static func open(
        _ path: String, at address: ProcessorAddress? = nil,
        products: [any PlatformProduct] = Products.all, warn: (String) -> Void
    ) async throws -> DataFolder {
        let folder = try opened(path, at: address, products)
        do {
            try await folder.reportCutLogs(warn)
            return folder
        } catch {
            try? folder.close()
            throw error
        }
    }

    private static func opened(
        _ path: String, at address: ProcessorAddress?, _ products: [any PlatformProduct]
    ) throws -> DataFolder {
        try LiveKeys.refuse()
        try make(path)
        let surroundings = try ProcessEnvironment()
        let file = try DatabaseFile.open(
            at: file(in: path), migrations: migrations(of: products))
        guard let address else {
            return try folder(file, surroundings, ownProcessorIn: path, products)
        }
        let client = address.client()
        let controls = ServedControls(client: client) { address.notSimulated($0, remedy: $1) }
        return try folder(file, surroundings, client, controls, address, nil, products)
    }

    private static func folder(
        _ file: DatabaseFile, _ surroundings: ProcessEnvironment, ownProcessorIn path: String,
        _ products: [any PlatformProduct]
    ) throws -> DataFolder {
        let processorFile = try DatabaseFile.open(
            at: path + "/processor.sqlite", migrations: processorMigrations)
        let processor = SimulatedProcessor(
            file: processorFile, clock: surroundings.clock, seed: surroundings.seed())
        return try folder(file, surroundings, processor, processor, nil, processorFile, products)
    }

    private static func folder(
        _ file: DatabaseFile, _ surroundings: ProcessEnvironment, _ processor: any PaymentProcessor,
        _ controls: any SimulatorControls, _ address: ProcessorAddress?, _ processorFile: DatabaseFile?,
        _ products: [any PlatformProduct]
    ) throws -> DataFolder {
        let following = FollowingClock(surroundings.clock)
        let clock = following.wallClock
        let ids = Identifiers(clock: clock, random: surroundings.seed)
        let payments = PaymentDriver(
            database: file, processor: processor, policy: products.policies(ids: ids),
            clock: clock, ids: ids, processing: .standard)
        // This uses a separate random source, so that creating the secret changes no other id of a seeded run.
        let secret = try LinkSecret.open(in: folder(of: file), random: try ProcessEnvironment().seed)
        return DataFolder(
            giving: GivingService(
                payments: payments, clock: clock, ids: ids, processing: .standard),
            products: Products(products, payments: payments, clock: clock, ids: ids, secret: secret),
            processor: processor, controls: controls, address: address, clock: clock, following: following,
            file: file, processorFile: processorFile)
    }

    /// Finishes calls that an earlier process left open, and handles what the processor has done since, such as
    /// renewals and disputes.
    ///
    /// Calls younger than a minute are left to the process that may still be working on them.
    package func catchUp() async throws {
        _ = try await payments.finishLeftCalls(olderThan: 60)
        try await payments.workReceivedEvents()
        try await payments.readEvents()
        try await payments.settleDays()
        try await settleDue()
    }

    /// Settles the due money of each product, unless the books have a gap.
    ///
    /// Restored books may not contain a release to a payee, so held money waits for `payment reconcile --full`.
    package func settleDue() async throws {
        if try await read({ try $0.openGaps() }).isEmpty { try await products.settleDue() }
    }

    /// Runs a read transaction on one consistent state.
    package func read<T: Sendable>(_ work: @escaping @Sendable (Transaction) throws -> T) async throws -> T {
        try await file.read(work)
    }

    /// Runs a write transaction, which commits completely or not at all, with the time at which it was requested.
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

    /// The migrations of every module that stores data in our database.
    package static let migrations = migrations(of: Products.all)

    private static func migrations(of products: [any PlatformProduct]) -> [Migration] {
        products.migrations + RegistryMigrations.all + StaffMigrations.all
    }

    /// The migrations of the processor's database.
    package static let processorMigrations: [Migration] = SimulatedProcessor.migrations

    /// Returns the path of our database in a folder.
    package static func file(in folder: String) -> String { folder + "/tapctl.sqlite" }

    /// The folder of e-mails that wait to be sent, next to our database.
    package var outbox: String { Self.folder(of: file) + "/outbox" }

    private static func folder(of file: DatabaseFile) -> String {
        file.path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    }

    /// Creates a folder with mode 0700 if it does not exist.
    package static func make(_ path: String) throws {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw CommandError(
                .cannotCreate, code: "cannotCreate", "cannot create the data folder",
                reason: path, remedy: "use --data or TAPCTL_HOME to choose another folder")
        }
    }
}
