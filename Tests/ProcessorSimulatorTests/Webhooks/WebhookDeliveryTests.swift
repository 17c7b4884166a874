import Foundation
import MoneyKit
import Processor
import SimulationKit
import Testing
import TextKit
import TimeKit

@testable import ProcessorSimulator

/// The delivery of events to webhook endpoints.
@Suite struct WebhookDeliveryTests {
    private let bench: ProcessorBench

    init() throws {
        var configuration = ProcessorConfiguration()
        configuration.webhookRetries = [60, 600]
        bench = try ProcessorBench(configuration)
    }

    @discardableResult
    private func endpoint(_ events: String = "*", connect: Bool = false) async throws -> String {
        let form = "url=http://localhost/hook&enabled_events[]=\(events)&connect=\(connect)"
        let answer = await bench.processor.exchange(
            APIRequest(
                method: "POST", path: "/v1/webhook_endpoints", body: Array(form.utf8), apiKey: "sk_test_x"))
        #expect(answer.status == 200)
        return try JSONTree(answer.body, atMost: .max)["id"].string ?? ""
    }

    private func claim(_ processor: SimulatedProcessor? = nil, at second: Int64 = 0) async throws
        -> [WebhookDelivery]
    {
        try await (processor ?? bench.processor).claimDeliveries(realSecond: second, leaseSeconds: 30)
    }

    private func customer() async throws {
        _ = try await bench.processor.create(Customer.Create(name: "Ada"), key: bench.key)
    }

    @Test("an event is due for delivery along with its cause, at the endpoints that request it")
    func wanted() async throws {
        let all = try await endpoint()
        try await endpoint("charge.refunded")
        try await endpoint(connect: true)
        try await customer()
        let claimed = try await claim()
        #expect(claimed.map(\.endpoint) == [all])
        #expect(claimed.map(\.type) == ["customer.created"])
        #expect(claimed.first?.secrets.first?.hasPrefix("whsec_") == true)
    }

    @Test("a connected account's events go only to connect endpoints")
    func connected() async throws {
        let platform = try await endpoint()
        let connect = try await endpoint(connect: true)
        _ = try await bench.church()
        #expect(Set(try await claim().map(\.endpoint)) == [connect])
        #expect(platform != connect)
    }

    @Test("a failed attempt is repeated by the processor's clock, until the retries are exhausted")
    func schedule() async throws {
        try await endpoint()
        try await customer()
        for pause: Int64 in [60, 600] {
            let claimed = try await claim()
            try await bench.processor.settle(try #require(claimed.first), WebhookResult(status: 500))
            bench.clock.advance(seconds: pause - 1)
            #expect(try await claim().isEmpty)
            bench.clock.advance(seconds: 1)
        }
        let last = try await claim()
        #expect(last.map(\.attempt) == [3])
        try await bench.processor.settle(try #require(last.first), WebhookResult(status: 500))
        bench.clock.advance(seconds: 1_000_000)
        #expect(try await claim().isEmpty)
    }

    @Test("a leased delivery is leased to no other process until the lease expires")
    func leases() async throws {
        try await endpoint()
        for _ in 0..<6 { try await customer() }
        let other = try bench.another()
        let first = try await claim(at: 100)
        #expect(first.count == SimulatedProcessor.deliveriesAtOnce)
        #expect(try await claim(other, at: 129).isEmpty)
        #expect(try await claim(other, at: 130) == first)
    }

    @Test("only 2xx responses count as success", arguments: [200, 204, 299, 301, 400, 500])
    func statuses(_ status: Int) {
        #expect((WebhookResult(status: status).problem == nil) == (200...299).contains(status))
    }

    @Test("a disabled endpoint gets no more events")
    func disabled() async throws {
        let id = try await endpoint()
        try await customer()
        _ = await bench.processor.exchange(
            APIRequest(
                method: "POST", path: "/v1/webhook_endpoints/\(id)", body: Array("disabled=true".utf8),
                apiKey: "sk_test_x"))
        try await customer()
        #expect(try await claim().isEmpty)
    }
}
