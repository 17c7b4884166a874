public import DatabaseKit
import Foundation
public import Processor
import Synchronization
public import TimeKit

/// A processor of payments that keeps accounts, cards, balances and subscriptions of its own, and moves no money.
///
/// It behaves as Stripe's test mode does, on a clock that is handed in. All that it knows is in its file: several
/// processes may use one file at the same time, and see each other's nouns. Whatever has come due by the clock
/// (renewals, settlements, payouts, deadlines) is done, in the order of time, before anything is answered.
///
/// Source: Stripe API reference, version 2026-05-27; documentation, "Testing".
public final class SimulatedProcessor: PaymentProcessor {
    private let file: DatabaseFile
    private let clock: WallClock
    private let seed: UInt64
    private let startConfiguration: ProcessorConfiguration
    /// Where the pages stand once somebody serves them.
    private let servedPages = Mutex<String?>(nil)
    /// Charges are to be booked as soon as nobody asks for anything.
    private let isBooking = Atomic(false)
    /// The keys of requests that came through ``exchange(_:)`` and still run.
    let underway = KeysUnderway()

    /// A processor on a file that was opened with ``migrations``.
    ///
    /// - Parameters:
    ///   - clock: What time it is there.
    ///   - seed: What the second half of every id is drawn from; the first half is counted in the file, so that
    ///     processes with the same seed never make the same id.
    public init(
        file: DatabaseFile, clock: WallClock, seed: UInt64, configuration: ProcessorConfiguration = .init()
    ) {
        self.file = file
        self.clock = clock
        self.seed = seed
        startConfiguration = configuration
    }

    /// Says where the processor's pages stand from now on: a port is known only once somebody listens on it.
    ///
    /// - Parameter address: Without a slash at the end: `http://127.0.0.1:12111`.
    public func servePages(at address: String) { servedPages.withLock { $0 = address } }

    private var configuration: ProcessorConfiguration {
        var configuration = startConfiguration
        if let address = servedPages.withLock({ $0 }) { configuration.pages = address }
        return configuration
    }

    /// Does what has come due by now.
    ///
    /// Every request does so too; this is for whoever wants to see it done without asking for anything.
    public func advance() async throws(ProcessorError) {
        _ = try await inspect { _ in true }
    }

    /// The names that ``PaymentMethod/Create`` and payment intents take for cards and bank accounts of the test mode.
    public static let testMethodNames: [String] =
        TestMethod.cards.flatMap { card in card.names.map { "pm_card_\($0)" } } + [TestMethod.bankAccountName]
}

extension SimulatedProcessor {
    /// Carries out a request that changes something, once for its key.
    ///
    /// The answer is kept in the same transaction as what was done. A plain ``ProcessorError`` out of `body` means
    /// that nothing was carried out: all is rolled back, and the key is free.
    ///
    /// - Parameters:
    ///   - operation: What is asked for, with the ids in its path.
    ///   - request: The parameters.
    ///   - account: The connected account that it is made for; nil for the platform.
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

    /// Reads, after whatever is due.
    func inspect<Value: Sendable>(_ body: @escaping @Sendable (EngineTransaction) throws -> Value)
        async throws(ProcessorError) -> Value
    {
        let found = try await read { work in try work.isUpToDate() ? body(work) : nil }
        if let found { return found }
        try await transaction(patiently: false) { _ in }
        return try await read(body)
    }

    /// Reads the object of an id.
    func found<Object: StoredObject>(_ id: String) async throws(ProcessorError) -> Object {
        try await inspect { try $0.inPath(Object.self, id) }
    }

    /// Reads a page of a list.
    func page<Object: StoredObject>(_ query: ListQuery, of account: String? = nil)
        async throws(ProcessorError) -> ListPage<Object>
    {
        try await inspect { try $0.list(Object.self, of: account, query) }
    }

    /// Reads beside whoever writes, whatever is due.
    private func read<Value: Sendable>(_ body: @escaping @Sendable (EngineTransaction) throws -> Value)
        async throws(ProcessorError) -> Value
    {
        let (clock, seed, configuration) = (clock, seed, configuration)
        return try await translated { [file] in
            try await file.read { database in
                let now = clock.now().adding(seconds: try database.clockOffset())
                return try body(EngineTransaction(database, configuration, now: now, seed: seed))
            }
        }
    }

    /// Reads what no time changes, as it stands.
    func glance<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value)
        async throws(ProcessorError) -> Value
    {
        try await translated { [file] in try await file.read(body) }
    }

    /// One unit of work that may change the file, after whatever is due has been done in units before it.
    ///
    /// What is due is done in portions, so that other processes come in between.
    ///
    /// - Parameter patiently: Charges of the last seconds may be booked a little later.
    func transaction<Value: Sendable>(
        patiently: Bool = true, _ body: @escaping @Sendable (EngineTransaction) throws -> Value
    ) async throws(ProcessorError) -> Value {
        let (clock, seed, configuration) = (clock, seed, configuration)
        while true {
            let value = try await translated { [file] in
                try await file.write { database -> Value? in
                    let now = clock.now().adding(seconds: try database.clockOffset())
                    let work = EngineTransaction(database, configuration, now: now, seed: seed)
                    // Whoever is alone books what waits on their way; others leave it to a transaction for which nobody
                    // waits.
                    let caughtUp = try work.catchUp(
                        to: work.now, limit: Self.portion, patiently: patiently,
                        bookings: database.isShared ? 0 : configuration.bookingsOfRequest)
                    let value = caughtUp.mayGoOn ? try body(work) : nil
                    try work.finish()
                    if database.isShared, caughtUp.leavesBookings { self.bookBehind() }
                    return value
                }
            }
            if let value { return value }
        }
    }

    /// Books charges that wait, a few at a time, whenever nobody asks for anything; one such transaction is under way
    /// at most.
    private func bookBehind() {
        guard isBooking.compareExchange(expected: false, desired: true, ordering: .relaxed).exchanged else {
            return
        }
        let (clock, seed, configuration) = (clock, seed, configuration)
        file.writeWhenIdle { [self] database in
            isBooking.store(false, ordering: .relaxed)
            let now = clock.now().adding(seconds: try database.clockOffset())
            let work = EngineTransaction(database, configuration, now: now, seed: seed)
            // One more than is booked, so that it is seen whether any is left.
            let caughtUp = try work.catchUp(
                to: now, limit: Self.bookings + 1, patiently: true, bookings: Self.bookings)
            try work.finish()
            if caughtUp.leavesBookings { bookBehind() }
        }
    }

    /// A few milliseconds of work.
    private static var portion: Int { 16 }

    /// Charges that are booked in one transaction for which nobody waits: a commit of few writes nearly as many
    /// pages.
    private static var bookings: Int { 32 }

    /// An error of the file is an error of the processor: nobody knows what was done.
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
