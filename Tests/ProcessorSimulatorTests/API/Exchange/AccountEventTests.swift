import Foundation
import Processor
import SimulationKit
import TestSupport
import Testing
import TextKit

@testable import ProcessorSimulator

/// The events and webhooks of connected accounts.
@Suite struct AccountEventTests {
    @Test("an endpoint with connect=true gets the events of accounts, and others those of the platform")
    func webhooks() async throws {
        let world = try await AccountWorld()
        let hook = ["url": "http://localhost/hook", "enabled_events[0]": "*"]
        let platform = try await world.post("/v1/webhook_endpoints", hook).text("id")
        let connect = try await world.post(
            "/v1/webhook_endpoints", hook.merging(["connect": "true"]) { $1 }
        ).text("id")
        _ = try await world.charge(["application_fee_amount": "500"])

        var types: [String: [String]] = [:]
        while true {
            let claimed = try await world.bench.processor.claimDeliveries(realSecond: 0, leaseSeconds: 30)
            if claimed.isEmpty { break }
            for delivery in claimed {
                types[delivery.endpoint, default: []].append(delivery.type)
                let event = try JSONTree(delivery.body, atMost: .max)
                #expect(event["account"].string == (delivery.endpoint == connect ? world.grace : nil))
                #expect(event["data"]["object"]["id"].string != nil)
                try await world.bench.processor.settle(delivery, WebhookResult(status: 200))
            }
        }
        #expect(types[platform] == ["application_fee.created"])
        #expect(
            types[connect] == ["payment_intent.created", "charge.succeeded", "payment_intent.succeeded"])
    }

    @Test("each account sees its own events, and only tapctl's client lists those of all accounts")
    func lists() async throws {
        let world = try await AccountWorld()
        try await world.post("/v1/customers", ["name": "A"])
        try await world.post("/v1/customers", ["name": "B"], as: world.grace)
        let path = "/v1/events?type=customer.created"
        var names: [[String]] = []
        for account in [nil, world.grace, world.mercy] {
            let events = try await world.list(path, as: account)
            names.append(
                events.map { event in
                    let data = event["data"] as? [String: Any]
                    return (data?["object"] as? [String: Any])?.text("name") ?? ""
                })
            for event in events {
                let one = "/v1/events/\(event.text("id"))"
                #expect(try await world.get(one, as: account).text("id") == event.text("id"))
                #expect(await world.look(one, as: account == nil ? world.grace : nil).status == 404)
                #expect(await world.look(one, as: world.mercy).status == 404)
                #expect(event["account"] as? String == account)
            }
        }
        #expect(names == [["A"], ["B"], []])
        var request = world.bench.request("GET", "/v1/events")
        request.query = Array("type=customer.created".utf8)
        request.wantsEventsOfAccounts = true
        let all = await world.bench.processor.exchange(request).json["data"] as? [[String: Any]] ?? []
        #expect(all.count == 2)
    }
}
