import DatabaseKit
import Foundation
import MoneyTestSupport
import TestSupport
import Testing

@testable import PaymentCore

@Suite struct EventReadingTests {
    @Test("requests each followed type once, at most 20 in a list")
    func types() {
        let asked = ProcessorEventType.asked
        #expect(asked.allSatisfy { (1...20).contains($0.count) && $0 == $0.sorted() })
        #expect(Set(asked.joined()).count == asked.joined().count)
        #expect(
            Set(asked.joined())
                == Set(ProcessorEventType.allCases.filter { $0.handling == .asked }.map(\.rawValue)))
    }

    /// M-2: a type added to the description fails this test until it has a case, and a case without a row
    /// does not compile.
    @Test("every event type in the pinned description has a row, with a reason if it is not requested")
    func description() throws {
        let types = try EventTypeTable.described()
        #expect(types.count == 81)
        #expect(ProcessorEventType.allCases.map(\.rawValue).sorted() == types)
        for type in ProcessorEventType.allCases {
            switch type.handling {
            case .asked: break
            case .brought(let reason), .ignored(let reason): #expect(!reason.isEmpty, "\(type.rawValue)")
            }
        }
    }

    @Test("docs/events.md lists every type with its handling")
    func document() throws {
        let text = try String(
            contentsOf: EventTypeTable.root.appending(path: "docs/events.md"), encoding: .utf8)
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| `") }.map(String.init)
        #expect(rows.joined(separator: "\n") == EventTypeTable.rows.joined(separator: "\n"))
    }

    @Test("stores events in small transactions, so that payments do not wait", .sqlite)
    func smallUnits() async throws {
        let world = try await HeldWorld.make()
        defer { world.remove() }
        try await world.calm.readEvents()
        for _ in 1...250 { _ = try await world.charge(.job(100_00)) }
        let before = world.store.sqlite.commits
        let count = try await world.calm.readEvents()
        #expect(count == 250)
        #expect(world.store.sqlite.commits - before == 3, "200, 50, and the cursor")
        #expect(try await world.calm.readEvents() == 0)
    }

    @Test("with a budget, several calls process each event once, also events that occur between them")
    func steps() async throws {
        let world = try await HeldWorld.make()
        defer { world.remove() }
        try await world.calm.readEvents()
        for _ in 1...130 { _ = try await world.charge(.job(100_00)) }
        var counts: [Int] = []
        repeat {
            counts.append(try await Self.step(world))
            if counts.count == 3 { for _ in 1...5 { _ = try await world.charge(.job(100_00)) } }
        } while counts.last != 0 && counts.count < 100
        #expect(counts.reduce(0, +) == 135 && counts.allSatisfy { $0 <= 20 })
        #expect(try await world.calm.readEvents() == 0)
    }

    @Test("a call without a budget processes what an interrupted one has left")
    func rest() async throws {
        let world = try await HeldWorld.make()
        defer { world.remove() }
        try await world.calm.readEvents()
        for _ in 1...130 { _ = try await world.charge(.job(100_00)) }
        let count = try await Self.step(world)
        #expect(count > 0 && count < 130)
        #expect(try await world.file.read { try $0.unreadEvents() }.contains { $0 != nil })
        #expect(try await world.calm.readEvents() == 130 - count)
        #expect(try await world.file.read { try $0.unreadEvents() }.allSatisfy { $0 == nil })
        #expect(try await world.calm.readEvents() == 0)
    }

    /// Reads events with a budget that is spent.
    private static func step(_ world: HeldWorld) async throws -> Int {
        try await WorkBudget.$current.withValue(WorkBudget(.zero, least: 0, now: { .zero })) {
            try await world.calm.readEvents()
        }
    }
}

/// The event types in the pinned description and in the document.
enum EventTypeTable {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    private static let groups = [
        "account.", "application_fee.", "capability.", "charge.", "customer.", "invoice.", "payment_intent.",
        "payout.", "refund.", "transfer.",
    ]

    /// Returns the names of the types in these groups that a webhook endpoint can request.
    static func described() throws -> [String] {
        let data = try Data(contentsOf: root.appending(path: "fixtures/stripe/openapi-trimmed.json"))
        var node = try JSONSerialization.jsonObject(with: data)
        for name in [
            "paths", "/v1/webhook_endpoints", "post", "requestBody", "content",
            "application/x-www-form-urlencoded", "schema", "properties", "enabled_events", "items", "enum",
        ] {
            node = try #require((node as? [String: Any])?[name], "no \(name)")
        }
        let all = try #require(node as? [String])
        return all.filter { type in groups.contains { type.hasPrefix($0) } }.sorted()
    }

    /// The rows of the document.
    static var rows: [String] {
        ProcessorEventType.allCases.sorted { $0.rawValue < $1.rawValue }.map { type in
            switch type.handling {
            case .asked: "| `\(type.rawValue)` | requested | |"
            case .brought(let reason): "| `\(type.rawValue)` | accepted | \(reason) |"
            case .ignored(let reason): "| `\(type.rawValue)` | ignored | \(reason) |"
            }
        }
    }
}
