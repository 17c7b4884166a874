public import DatabaseKit
import Foundation
public import Processor
import Synchronization
public import TimeKit

/// A simulated payment processor with its own accounts, cards, balances and subscriptions. It moves no real
/// money.
///
/// The processor behaves like Stripe's test mode. Its time comes from a given clock, and its whole state is
/// in one database file. Several processes can use the file at the same time, and see each other's objects.
/// Before most requests, the processor completes the renewals, settlements, payouts and deadlines that are
/// due, in chronological order.
///
/// Source: Stripe API reference, version 2026-05-27; documentation, "Testing".
public final class SimulatedProcessor: PaymentProcessor {
    private let file: DatabaseFile
    private let clock: WallClock
    private let seed: UInt64
    private let startConfiguration: ProcessorConfiguration
    /// The base URL of the processor's pages; nil until a server provides them.
    private let servedPages = Mutex<String?>(nil)
    /// Whether a transaction that books waiting charges is queued. The transaction runs as soon as the
    /// database is idle.
    private let isBooking = Atomic(false)
    /// The idempotency keys of the requests that ``exchange(_:)`` is executing.
    let underway = KeysUnderway()
    /// The number of request ids that this process has created without using the counter in the database.
    private let readingIDs = Atomic<Int64>(0)

    /// Creates a processor that uses a database file. The file must have been opened with ``migrations``.
    ///
    /// - Parameters:
    ///   - file: The database file.
    ///   - clock: The underlying clock. The processor's time is the clock's time plus an offset that is
    ///     stored in the file.
    ///   - seed: The seed for the second part of each id. The first part is a counter in the file, so two
    ///     processes with the same seed never create the same id.
    ///   - configuration: The processor's fees, delays and other settings.
    public init(
        file: DatabaseFile, clock: WallClock, seed: UInt64, configuration: ProcessorConfiguration = .init()
    ) {
        self.file = file
        self.clock = clock
        self.seed = seed
        startConfiguration = configuration
    }

    /// Sets the base URL of the processor's pages. A server calls this function when its port is known.
    ///
    /// - Parameter address: The URL without a trailing slash, such as `http://127.0.0.1:12111`.
    public func servePages(at address: String) { servedPages.withLock { $0 = address } }

    /// The id of the platform's own account.
    var platformAccount: String { startConfiguration.platformAccount }

    /// Creates the id of a request that only reads data. The request must not change the counter in the
    /// database, so the id is derived from the seed, the clock and a counter in memory.
    func nextReadingID() -> String {
        ObjectIdentifiers.readingID(
            readingIDs.wrappingAdd(1, ordering: .relaxed).newValue, at: clock.now().seconds, seed: seed)
    }

    private var configuration: ProcessorConfiguration {
        var configuration = startConfiguration
        if let address = servedPages.withLock({ $0 }) { configuration.pages = address }
        return configuration
    }

    /// Executes all renewals, settlements, payouts and other items that are due.
    ///
    /// Most requests do this first. Call this function to execute due items without a request.
    public func advance() async throws(ProcessorError) {
        _ = try await inspect { _ in true }
    }

    /// The names of all test cards and test bank accounts, which ``PaymentMethod/Create`` and payment intents
    /// accept.
    public static let testMethodNames: [String] =
        TestMethod.cards.flatMap { card in card.names.map { "pm_card_\($0)" } } + TestBank.names
}

extension SimulatedProcessor {
    /// Executes a call that changes data, and saves its response in the same transaction. If the idempotency
    /// key was used for the same call before, returns or throws the saved response instead.
    ///
    /// If `body` throws ``Executed``, its changes are committed, and the error is saved as the response. If
    /// `body` throws a plain ``ProcessorError``, the transaction is rolled back and the key remains unused.
    ///
    /// - Parameters:
    ///   - operation: The name of the operation, with the ids of the affected objects.
    ///   - request: The parameters.
    ///   - account: The connected account on whose behalf the call is made, or nil for the platform.
    func execute<Request: Codable & Hashable & Sendable, Object: StoredObject>(
        _ operation: String, _ request: Request, _ key: IdempotencyKey, of account: String? = nil,
        _ body: @escaping @Sendable (EngineTransaction, Request) throws -> Written<Object>
    ) async throws(ProcessorError) -> Object {
        try KeyRules.check(key)
        let result = try await transaction { work -> Result<Object, ProcessorError> in
            let other = KeyRules.name(key.rawValue, of: account)
            if let known = try work.answer(to: operation, request, key, other: other, Object.self) {
                return known
            }
            work.cause = EventCause(idempotencyKey: key.rawValue)
            let answer: Result<Written<Object>, ProcessorError>
            do {
                answer = .success(try body(work, request))
            } catch let executed as Executed {
                var error = executed.error
                error.requestID = try work.newID("req")
                answer = .failure(error)
            }
            try work.remember(answer, to: operation, request, key)
            return answer.map(\.object)
        }
        return try result.get()
    }

    /// Executes everything that is due, and then reads data.
    func inspect<Value: Sendable>(_ body: @escaping @Sendable (EngineTransaction) throws -> Value)
        async throws(ProcessorError) -> Value
    {
        let found = try await read { work in try work.isUpToDate() ? body(work) : nil }
        if let found { return found }
        try await transaction(patiently: false) { _ in }
        return try await read(body)
    }

    /// Returns the platform's object with this id. Throws an error if the object does not exist.
    func found<Object: StoredObject>(_ id: String) async throws(ProcessorError) -> Object {
        try await inspect { try $0.inPath(Object.self, id) }
    }

    /// Returns the object with this id. If `account` is nil, the object can belong to any account. Throws an
    /// error if the object does not exist.
    func found<Object: StoredObject>(_ id: String, of account: String?) async throws(ProcessorError) -> Object
    {
        try await inspect { work in
            guard let account else {
                return try work.inAccount(ofObject: id) { try work.inPath(Object.self, id) }
            }
            return try work.inAccount(account) { try work.inPath(Object.self, id) }
        }
    }

    /// Returns the page of objects that `query` selects.
    func page<Object: StoredObject>(_ query: ListQuery, of account: String? = nil)
        async throws(ProcessorError) -> ListPage<Object>
    {
        try await inspect { try $0.list(Object.self, of: account, query) }
    }

    /// Reads data without executing due items. The closure can run at the same time as a transaction that
    /// writes.
    private func read<Value: Sendable>(_ body: @escaping @Sendable (EngineTransaction) throws -> Value)
        async throws(ProcessorError) -> Value
    {
        try await translated { [self] in
            try await file.read { [self] database in try body(work(on: database)) }
        }
    }

    /// Reads data that does not depend on the time, without first executing the items that are due.
    func glance<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value)
        async throws(ProcessorError) -> Value
    {
        try await translated { [file] in try await file.read(body) }
    }

    /// Executes the items that are due, and then runs a transaction that can change data.
    ///
    /// Due items are executed in several small transactions, so other processes can write in between.
    ///
    /// - Parameter patiently: Whether charges that became due in the last few seconds may be booked later.
    func transaction<Value: Sendable>(
        patiently: Bool = true, _ body: @escaping @Sendable (EngineTransaction) throws -> Value
    ) async throws(ProcessorError) -> Value {
        var revertsRefusals = false
        while true {
            let (value, mustRevert) = try await translated { [file, revertsRefusals] () -> (Value?, Bool) in
                do {
                    let value = try await file.write { database -> Value? in
                        let work = try self.work(on: database, revertsRefusals: revertsRefusals)
                        // If no other transaction shares the commit, this transaction books some of the waiting
                        // charges. Otherwise, a later transaction that no caller waits for books them.
                        let caughtUp = try work.catchUp(
                            to: work.now, limit: Self.portion, patiently: patiently,
                            bookings: database.isShared ? 0 : work.configuration.bookingsOfRequest)
                        let value = caughtUp.mayGoOn ? try body(work) : nil
                        try work.finish()
                        if database.isShared, caughtUp.leavesBookings { self.bookBehind() }
                        return value
                    }
                    return (value, false)
                } catch is UnrevertedRefusal {
                    return (nil, true)
                }
            }
            if let value { return value }
            revertsRefusals = revertsRefusals || mustRevert
        }
    }

    /// Returns a transaction of the simulation at the current time of the processor's clock.
    private func work(on database: Transaction, revertsRefusals: Bool = true) throws -> EngineTransaction {
        EngineTransaction(
            database, configuration, now: clock.now().adding(seconds: try database.clockOffset()), seed: seed,
            revertsRefusals: revertsRefusals)
    }

    /// Queues a transaction that books some of the waiting charges when the database is idle. If charges are
    /// left, the transaction queues another one. Does nothing if a queued transaction has not run yet.
    private func bookBehind() {
        guard isBooking.compareExchange(expected: false, desired: true, ordering: .relaxed).exchanged else {
            return
        }
        file.writeWhenIdle { [self] database in
            isBooking.store(false, ordering: .relaxed)
            let work = try work(on: database)
            // The limit is one more than the number that is booked, which shows whether any charges are left.
            let caughtUp = try work.catchUp(
                to: work.now, limit: Self.bookings + 1, patiently: true, bookings: Self.bookings)
            try work.finish()
            if caughtUp.leavesBookings { bookBehind() }
        }
    }

    /// The maximum number of due items that one transaction executes. A transaction with this many items
    /// takes a few milliseconds.
    private static var portion: Int { 16 }

    /// The maximum number of charges that a queued transaction books. A smaller transaction would write
    /// nearly as many database pages, so booking all charges would take longer.
    private static var bookings: Int { 32 }

    /// Runs a closure, and converts its errors to ``ProcessorError``. The error in an ``Executed`` is thrown
    /// unchanged.
    ///
    /// An error of any other type becomes an `api_error` with status 500, which leaves the outcome of the
    /// request unknown.
    private func translated<Value: Sendable>(_ body: @Sendable () async throws -> Value)
        async throws(ProcessorError) -> Value
    {
        do {
            return try await body()
        } catch let error as ProcessorError {
            throw error
        } catch let executed as Executed {
            throw executed.error
        } catch let error as DatabaseFileError {
            throw ProcessorError(
                .api, status: 500, message: "The processor's file \(error.file): \(error.summary).")
        } catch {
            throw ProcessorError(.api, status: 500, message: "The processor failed: \(error).")
        }
    }
}
