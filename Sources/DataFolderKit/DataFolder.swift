package import DatabaseKit
import Documents
import FailureKit
import Foundation
package import Giving
import MoneyKit
package import PaymentCore
package import PostgresKit
package import Processor
import ProcessorClient
import ProcessorSimulator
import StaffAccess
import TagRegistry
import TapServer
package import TimeKit

/// An open data folder, with its services, its database and its payment processor.
///
/// By default, the data is in a SQLite database in the folder. If the folder has its own simulated processor,
/// a second SQLite file contains the processor's data. Several processes can use a folder at the same time.
///
/// Alternatively, the data is in a PostgreSQL database that several machines use at the same time. In that
/// case, each machine has a folder without a database, for example for secrets.
package struct DataFolder: Sendable {
    package let giving: GivingService
    /// All products that receive payments.
    package let products: Products
    /// The payment processor: simulated in the folder, or reached over HTTP. If the data is in PostgreSQL and
    /// no processor was specified, every call fails.
    package let processor: any PaymentProcessor
    /// The controls that are available only for a simulated processor.
    package let controls: any SimulatorControls
    /// The address of the processor if the processor is served over HTTP; otherwise nil.
    package let address: ProcessorAddress?
    /// The clock that all services use.
    package let clock: WallClock
    /// The object that provides ``clock``, and makes it follow the clock of the processor.
    package let following: FollowingClock
    /// The path of the folder.
    package let folder: String
    /// The database that all services use.
    package let database: any TransactionRunner
    /// The SQLite database in the folder. Nil if the data is in PostgreSQL.
    package let file: DatabaseFile?
    /// The PostgreSQL database. Nil if the data is in the folder.
    package let server: PostgresDatabase?
    /// The database of the folder's own simulated processor. Nil if the folder has no simulated processor.
    package let processorFile: DatabaseFile?

    /// The payment driver, which all products share.
    package var payments: PaymentDriver { giving.payments }

    /// Opens a data folder. If the folder does not exist, creates it with mode 0700.
    ///
    /// - Parameters:
    ///   - address: The address of a processor that is served over HTTP. If nil, the folder's own processor
    ///     is used. If the data is in PostgreSQL and `address` is nil, every call to the processor fails.
    ///   - settings: The address of the PostgreSQL database that contains the data. If nil, the folder
    ///     contains the data.
    ///   - products: The products that the folder supports.
    ///   - warn: Called with a warning if the write-ahead log of a SQLite database ended within a
    ///     transaction, or if the PostgreSQL database contains organizations but the folder lacks the secret
    ///     for payment links.
    package static func open(
        _ path: String, at address: ProcessorAddress? = nil, database settings: PostgresSettings? = nil,
        products: [any PlatformProduct] = Products.all, warn: (String) -> Void
    ) async throws -> DataFolder {
        if let settings { return try await opened(path, at: address, settings, products, warn) }
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
        try MovedFolder(path).refuse()
        try make(path)
        let surroundings = try ProcessEnvironment()
        let file = try DatabaseFile.open(
            at: file(in: path), migrations: migrations(of: products))
        let parts = Parts(folder: path, database: file, products: products)
        guard let address else { return try ownProcessor(of: parts, surroundings) }
        return try folder(parts, surroundings, address)
    }

    private static func opened(
        _ path: String, at address: ProcessorAddress?, _ settings: PostgresSettings,
        _ products: [any PlatformProduct], _ warn: (String) -> Void
    ) async throws -> DataFolder {
        try LiveKeys.refuse()
        try make(path)
        let surroundings = try ProcessEnvironment()
        let server = try await PostgresDatabase.open(
            settings, migrations: try PostgresMigration.all(migrations(of: products)))
        if !LinkSecret.exists(in: path),
            !(try await server.read { try $0.organizations(after: nil, limit: 1) }).isEmpty
        {
            warn(
                "\(path) has no links.secret, so a new one is created: existing payment links still work, but cannot be "
                    + "shown or resent on this machine until you copy links.secret and factors.key from "
                    + "another machine that uses the database")
        }
        let parts = Parts(folder: path, database: server, products: products)
        if let address { return try folder(parts, surroundings, address) }
        let client = ProcessorClient(transport: MissingProcessor(), retryPolicy: .none)
        let controls = ServedControls(client: client) { _, _ in noSharedProcessor }
        return try folder(parts, surroundings, client, controls)
    }

    /// The parts of a folder that do not depend on the processor.
    private struct Parts {
        let folder: String
        let database: any TransactionRunner
        let products: [any PlatformProduct]

        var file: DatabaseFile? { database as? DatabaseFile }
        var server: PostgresDatabase? { database as? PostgresDatabase }
    }

    private static func folder(
        _ parts: Parts, _ surroundings: ProcessEnvironment, _ address: ProcessorAddress
    ) throws -> DataFolder {
        let client = address.client()
        let controls = ServedControls(client: client) { address.notSimulated($0, remedy: $1) }
        return try folder(parts, surroundings, client, controls, address)
    }

    private static func ownProcessor(
        of parts: Parts, _ surroundings: ProcessEnvironment
    ) throws -> DataFolder {
        let processorFile = try DatabaseFile.open(
            at: parts.folder + "/processor.sqlite", migrations: processorMigrations)
        let processor = SimulatedProcessor(
            file: processorFile, clock: surroundings.clock, seed: surroundings.seed())
        return try folder(parts, surroundings, processor, processor, nil, processorFile)
    }

    private static func folder(
        _ parts: Parts, _ surroundings: ProcessEnvironment, _ processor: any PaymentProcessor,
        _ controls: any SimulatorControls, _ address: ProcessorAddress? = nil,
        _ processorFile: DatabaseFile? = nil
    ) throws -> DataFolder {
        let following = FollowingClock(surroundings.clock)
        let clock = following.wallClock
        let ids = Identifiers(clock: clock, random: surroundings.seed)
        let payments = PaymentDriver(
            database: parts.database, processor: processor, policy: parts.products.policies(ids: ids),
            clock: clock, ids: ids, processing: .standard)
        let secret = try LinkSecret.open(in: parts.folder, random: systemRandom)
        return DataFolder(
            giving: GivingService(
                payments: payments, clock: clock, ids: ids, processing: .standard),
            products: Products(parts.products, payments: payments, clock: clock, ids: ids, secret: secret),
            processor: processor, controls: controls, address: address, clock: clock, following: following,
            folder: parts.folder, database: parts.database, file: parts.file, server: parts.server,
            processorFile: processorFile)
    }

    /// Does the work that is due: finishes calls to the processor that an earlier process left open, handles
    /// new events such as renewals and disputes, adjusts the schedules that are marked for adjustment, and
    /// makes the transfers that are due.
    ///
    /// Calls that were opened less than a minute ago are skipped, because another process may still be
    /// working on them.
    ///
    /// - Parameter budget: The time limit for the work, or nil for no limit. If the limit is reached, the
    ///   remaining work is left for the next call.
    package func catchUp(within budget: WorkBudget? = nil) async throws {
        try await WorkBudget.$current.withValue(budget) { try await doDueWork() }
    }

    private func doDueWork() async throws {
        _ = try await payments.finishLeftCalls(olderThan: 60)
        try await payments.workReceivedEvents()
        try await payments.readEvents()
        try await payments.settleDays()
        if !WorkBudget.isSpent { try await settleDue() }
    }

    /// Makes the transfers that are due for each product, unless the books have a gap.
    ///
    /// Restored books may lack a release to a payee. Held money is therefore not moved until the books have
    /// been compared with the processor.
    package func settleDue() async throws {
        if try await read({ try $0.openGaps() }).isEmpty { try await products.settleDue() }
    }

    /// Runs a read transaction, which sees a consistent state of the database.
    package func read<T: Sendable>(_ work: @escaping @Sendable (Transaction) throws -> T) async throws -> T {
        try await database.read(work)
    }

    /// Runs a write transaction, which is committed completely or not at all.
    ///
    /// - Parameter work: Called with the transaction and the time at which this function was called.
    package func write<T: Sendable>(_ work: @escaping @Sendable (Transaction, Timestamp) throws -> T)
        async throws
        -> T
    {
        let now = clock.now()
        return try await database.write { try work($0, now) }
    }

    /// Closes the SQLite files. The connections to PostgreSQL stay open until ``finish()`` is called or the
    /// last copy of this value is released.
    package func close() throws {
        try file?.close()
        try processorFile?.close()
    }

    /// Closes the connections to PostgreSQL after their transactions have ended, and then closes the SQLite
    /// files.
    package func finish() async throws {
        await server?.close()
        try close()
    }

    /// The migrations of every module that stores data in the database.
    package static let migrations = migrations(of: Products.all)

    private static func migrations(of products: [any PlatformProduct]) -> [Migration] {
        products.migrations + RegistryMigrations.all + StaffMigrations.all + LetterMigrations.all
    }

    /// The migrations of the simulated processor's database.
    package static let processorMigrations: [Migration] = SimulatedProcessor.migrations

    /// Returns the path of the database in a data folder.
    package static func file(in folder: String) -> String { folder + "/tapctl.sqlite" }

    /// The path of the folder with e-mails that are waiting to be sent.
    package var outbox: String { folder + "/outbox" }

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
