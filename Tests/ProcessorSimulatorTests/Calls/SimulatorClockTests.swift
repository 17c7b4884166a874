import MoneyKit
import Processor
import ProcessorSimulator
import SimulationKit
import Testing
import TimeKit

/// The clock of a processor's database, and the test clocks within it.
@Suite struct SimulatorClockTests {
    let bench: ProcessorBench

    init() throws { bench = try ProcessorBench() }

    private func ask(_ method: String, _ path: String, _ body: String = "") async -> (Int, String) {
        let answer = await bench.processor.exchange(
            APIRequest(method: method, path: path, body: Array(body.utf8), apiKey: "sk_test_x"))
        return (answer.status, String(decoding: answer.body, as: UTF8.self))
    }

    private func made(_ path: String, _ body: String) async throws -> String {
        let (status, json) = await ask("POST", path, body)
        #expect(status == 200, "\(json)")
        return try #require(json.firstMatch(of: #/"id":"([^"]+)"/#).map { String($0.output.1) })
    }

    @Test("a moved clock is ahead by the same time for every program on the database")
    func shared() async throws {
        let start = bench.clock.now
        let moved = try await bench.processor.moveClock(bySeconds: 86_400)
        #expect(moved.now == start.adding(seconds: 86_400))
        #expect(moved.ahead == 86_400)
        bench.clock.advance(seconds: 60)
        let other = try bench.another()
        #expect(try await other.time().now == start.adding(seconds: 86_460))
        let customer = try await other.create(Customer.Create(), key: bench.key)
        #expect(customer.created == start.adding(seconds: 86_460))
    }

    @Test("the clock never moves backwards", arguments: [0, -1] as [Int64])
    func backwards(seconds: Int64) async throws {
        #expect(await refusal { try await bench.processor.moveClock(bySeconds: seconds) }?.status == 400)
        let now = try await bench.processor.time().now
        #expect(
            await refusal { try await bench.processor.moveClock(to: now.adding(seconds: seconds)) }?.status
                == 400)
        #expect(try await bench.processor.time().ahead == 0)
    }

    @Test("due work happens at its own second when the clock is moved")
    func inOrder() async throws {
        _ = try await bench.gift(to: nil, capture: .automaticAsync)
        _ = try await bench.processor.moveClock(bySeconds: 30 * 86_400)
        let booked = try #require(
            try await bench.processor.balanceTransactions(of: nil, ListQuery()).data.first)
        #expect(booked.created.iso8601 == "2026-01-31T09:00:02Z")
        #expect(try await bench.processor.balances(of: nil).first?.pending == 0)
    }

    @Test(
        "a test clock's subscription renews by that clock, and its money is booked by the processor's clock")
    func testClock() async throws {
        let clock = try await made("/v1/test_helpers/test_clocks", "frozen_time=1801386000")
        let customer = try await made(
            "/v1/customers",
            "test_clock=\(clock)&payment_method=pm_card_visa&invoice_settings[default_payment_method]=pm_card_visa"
        )
        let product = try await bench.processor.createProduct(named: "Gift", metadata: [:], key: bench.key)
        let price = try await bench.processor.create(
            Price.Create(product: product.id, unitAmount: 5_000, currency: .usd, interval: .month),
            key: bench.key)
        let other = try await bench.processor.create(
            Customer.Create(paymentMethod: "pm_card_visa"), key: bench.key)
        let plain = try await bench.processor.create(
            Subscription.Create(customer: other.id, price: price.id), key: bench.key)
        let timed = try await bench.onClock(clock, Subscription.Create(customer: customer, price: price.id))
        #expect(timed.created.iso8601 == "2027-01-31T09:00:00Z")
        #expect(timed.currentPeriodEnd.iso8601 == "2027-02-28T09:00:00Z")

        let path = "/v1/test_helpers/test_clocks/\(clock)"
        // 2027-03-31T10:00:00Z is more than two months later; an hour earlier is not.
        #expect(await ask("POST", path + "/advance", "frozen_time=1806487201").0 == 400)
        #expect(await ask("POST", path + "/advance", "frozen_time=1803808800").0 == 200)
        #expect(await ask("GET", path).1.contains("\"status\":\"advancing\""))
        bench.clock.advance(seconds: 1)
        #expect(await ask("GET", path).1.contains("\"status\":\"ready\""))

        let renewed = try await bench.processor.subscription(timed.id)
        #expect(renewed.currentPeriodEnd.iso8601 == "2027-03-31T09:00:00Z")
        let invoices = try await bench.processor.invoices(ofSubscription: timed.id, ListQuery()).data
        #expect(invoices.map(\.status) == [.paid, .paid])
        #expect(try await bench.processor.subscription(plain.id) == plain)
        bench.clock.advance(seconds: 3)
        let booked = try await bench.processor.balanceTransactions(of: nil, ListQuery()).data
        #expect(booked.count == 3)
        #expect(booked.allSatisfy { $0.created.date.iso8601 == "2026-01-31" })
        #expect(await ask("DELETE", path).0 == 200)
        #expect(try await bench.processor.subscription(timed.id).status == .canceled)
        #expect(try await bench.processor.subscription(plain.id).status == .active)
    }
}
