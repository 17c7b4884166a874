import DatabaseKit
import Dependents
import MoneyKit
import MoneyTestSupport
import PaymentCore
import Processor
import ProcessorSimulator
import SimulationKit
import Synchronization
import TapServer
import TimeKit
import TokenKit

/// The pages of guardians without a socket, over a file, the simulated processor and a virtual clock.
struct DependentBench: Sendable {
    let money: MoneyBench
    let service: DependentService
    let site: DependentController
    private let told = Told()

    private final class Told: Sendable {
        let lines = Mutex<[String]>([])
    }

    static func with<Value>(_ body: (DependentBench) async throws -> Value) async throws -> Value {
        let bench = try DependentBench()
        defer { bench.money.remove() }
        return try await body(bench)
    }

    private init() throws {
        let money = try MoneyBench(DependentMigrations.all, seed: 1)
        let driver = PaymentDriver(
            database: money.file, processor: money.processor,
            policy: PolicyTable([
                DependentFeePolicy.kind: DependentFeePolicy()
            ]),
            clock: money.clock.wallClock, ids: money.ids, processing: .standard)
        service = DependentService(
            payments: driver, agencies: { id, _ in Agency(id: id, name: "وكالة") },
            clock: money.clock.wallClock, random: money.random)
        self.money = money
        site = DependentController(
            service: service,
            answerBank: { payment, isPassed in
                let intent = try await money.file.read { try $0.payment(payment)?.intent } ?? ""
                // A card that is declined after all shows in the payment.
                _ = try? await money.processor.challenge(intent, isPassed ? .passed : .failed)
                try await driver.refresh(payment: payment)
            },
            failed: { [told] error in
                told.lines.withLock { $0.append((error as? DependentError)?.reason ?? "\(error)") }
            })
    }

    /// The messages of the log.
    var log: [String] { told.lines.withLock { $0 } }

    /// Enrolls dependents of a guardian of their own.
    ///
    /// - Returns: The path of the guardian's list.
    func enroll(_ dependents: [Dependent], of guardian: String = "grd_1") async throws -> String {
        let guardian = Guardian(id: guardian, name: "عبدالله", email: "\(guardian)@example.org")
        try await service.enroll(dependents, of: guardian, at: "agency")
        return "/-/dependents/\(try await service.newLink(of: guardian.id).text)"
    }

    /// Presses the button of a review.
    func approve(_ review: Page, _ entered: [String: String] = [:]) async -> Page {
        let fields = review.chosen.merging(review.hidden) { $1 }.merging(entered) { $1 }
        let action = review.action ?? review.target.replacing("/review", with: "/approve")
        return await site.send(action, fields)
    }
}

extension Page {
    /// The address of its cards and links.
    var links: [String] { html.matches(of: /<a class="[^"]*" href="([^"]*)"/).map { String($0.1) } }
    /// The labels of its buttons.
    var buttons: [String] { html.matches(of: /<button[^>]*>(.*?)<\/button>/).map { String($0.1) } }
}
