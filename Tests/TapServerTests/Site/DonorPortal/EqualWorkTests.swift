import DatabaseKit
import GRDB
import Giving
import HTMLKit
import MoneyKit
import PaymentCore
import Processor
import ProcessorSimulator
import ServerKit
import SimulationKit
import Synchronization
import TapServer
import Testing

/// Neither the response nor the work before it shows whether an address is known.
@Suite struct EqualWorkTests {
    @Test("the n-th request for a link causes the same work for known and unknown addresses")
    func link() async throws {
        try await SiteBench.with { bench in
            _ = try await Visitor(bench: bench).give()
            let counted = CountingRunner(bench.file)
            let site = bench.site(over: counted)
            var seen: [[Work]] = []
            for name in ["donor", "nobody"] {
                var work: [Work] = []
                // Twice as often as there are links for one address; it is the same in other letters.
                for count in 0..<2 * SignInLink.mostToOneAddress {
                    counted.forget()
                    let email = "\(count % 2 == 0 ? name : name.uppercased())@example.org"
                    let answer = await site.answer(
                        PageRequest("POST", "/-/giver", form: Visitor.encoded(["email": email])))
                    guard case .page(let status, let document) = answer else {
                        Issue.record("\(answer)")
                        return
                    }
                    work.append(Work(answer: "\(status) \(document.text)", done: counted.done))
                }
                seen.append(work)
            }
            #expect(seen[0] == seen[1] && Set(seen.joined().map(\.answer)).count == 1)
            for work in seen.joined() {
                #expect(work.done.first == "write" && work.done.count > 1, "its statements are seen")
                #expect(!work.done.contains { $0.contains("FROM donor") || $0 == "read" }, "\(work.done)")
            }
        }
    }

    @Test("another donor's records cause the same work as records that never existed")
    func gift() async throws {
        try await SiteBench.with { bench in
            let visitor = Visitor(bench: bench)
            _ = try await visitor.give()
            _ = try await visitor.signIn()
            let other = try await bench.giving.give(
                GiftRequest(
                    organization: "Grace", fund: "12", amount: .text("20"), isRecurring: true,
                    method: "pm_card_visa", name: "B Donor", email: "b@example.org"))
            let counted = CountingRunner(bench.file)
            let site = bench.site(over: counted)
            for (page, id) in [
                ("gift", other.id), ("monthly", other.recurring ?? ""),
                ("receipt", other.receiptNumber ?? ""),
            ] {
                var seen: Set<Work> = []
                for id in [id, String(id.dropLast()) + "9"] {
                    counted.forget()
                    let answer = await site.answer(
                        PageRequest("GET", "/-/giver/\(page)/\(id)", cookies: visitor.sent))
                    guard case .page(404, let document) = answer else {
                        Issue.record("\(answer)")
                        return
                    }
                    seen.insert(Work(answer: document.text.replacing(id, with: ""), done: counted.done))
                }
                #expect(seen.count == 1, "\(page)")
            }
        }
    }
}

/// The response, and the work before it.
private struct Work: Hashable {
    var answer: String
    /// Transactions, and the statements of each.
    var done: [String]
}

/// The same transactions, each of them written down with its statements.
private final class CountingRunner: TransactionRunner {
    private let database: DatabaseFile
    private let seen = Mutex<[String]>([])

    init(_ database: DatabaseFile) { self.database = database }

    /// The kinds of transactions that were done and their statements, without values, in order.
    var done: [String] { seen.withLock { $0 } }

    func forget() { seen.withLock { $0 = [] } }

    func write<T: Sendable>(_ work: @escaping @Sendable (Transaction) throws -> T) async throws -> T {
        note("write")
        return try await database.write { [self] transaction in try traced(transaction, work) }
    }

    func read<T: Sendable>(_ work: @escaping @Sendable (Transaction) throws -> T) async throws -> T {
        note("read")
        return try await database.read { [self] transaction in try traced(transaction, work) }
    }

    private func traced<T>(_ transaction: Transaction, _ work: (Transaction) throws -> T) throws -> T {
        transaction.database.trace { [self] event in
            if case .statement(let statement) = event { note(statement.sql) }
        }
        defer { transaction.database.trace() }
        return try work(transaction)
    }

    private func note(_ text: String) { seen.withLock { $0.append(text) } }
}

extension SiteBench {
    /// The same pages over transactions that are counted.
    fileprivate func site(over database: CountingRunner) -> TapController {
        let random = Mutex(SeededGenerator(seed: 13))
        let draw: @Sendable () -> UInt64 = { random.withLock { $0.next() } }
        let ids = Identifiers(clock: clock.wallClock, random: draw)
        let payments = PaymentDriver(
            database: database, processor: processor, policy: GivingPolicy(ids: ids),
            clock: clock.wallClock, ids: ids, processing: .standard)
        let service = GivingService(
            payments: payments, clock: clock.wallClock, ids: ids, processing: .standard)
        let world = SimulatedWorld(
            wallet: SimulatedWallet { card, _ in card }, answerBank: { _, _ in })
        return TapController(
            giving: service, tags: nil, world: world, mail: mailbox, settings: SiteSettings(), random: draw)
    }
}
