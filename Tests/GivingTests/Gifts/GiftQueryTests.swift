import DatabaseKit
import Giving
import PaymentCore
import SimulationKit
import TestSupport
import Testing
import TimeKit

@Suite struct GiftQueryTests {
    @Test(
        "paged queries by fund and time match a linear search", arguments: propertySeeds.prefix(20))
    func queries(seed: UInt64) async throws {
        let file = try RecordsFile(GivingMigrations.all)
        var generator = SeededGenerator(seed: seed)
        var gifts: [Gift] = []
        for _ in 0..<60 {
            let created = Samples.now.adding(seconds: .random(in: 0...20, using: &generator))
            let bits = UInt64.random(in: .min ... .max, using: &generator)
            let ids = Identifiers(clock: WallClock { Samples.now }, random: { bits })
            var gift = Samples.gift(ids.make("gift", at: created))
            gift.created = created
            gift.fund = Bool.random(using: &generator) ? "7" : "9"
            gifts.append(gift)
        }
        let all = gifts
        try await file.write { transaction in for gift in all { try transaction.save(gift) } }
        for _ in 0..<20 {
            var query = GiftQuery(
                organization: "WoodlandsChurch", limit: .random(in: 1...30, using: &generator))
            if Bool.random(using: &generator) { query.fund = "9" }
            if Bool.random(using: &generator) {
                query.since = Samples.now.adding(seconds: .random(in: 0...20, using: &generator))
            }
            if Bool.random(using: &generator) {
                query.until = Samples.now.adding(seconds: .random(in: 0...21, using: &generator))
            }
            let wanted = gifts.filter { gift in
                (query.fund == nil || gift.fund == query.fund)
                    && (query.since.map { gift.created >= $0 } ?? true)
                    && (query.until.map { gift.created < $0 } ?? true)
            }.sorted { ($0.created, $0.id) > ($1.created, $1.id) }.map(\.id)
            #expect(try await ids(of: query, in: file) == wanted)
        }
    }

    /// Returns the ids that a query finds, page by page.
    private func ids(of query: GiftQuery, in file: RecordsFile) async throws -> [String] {
        var (query, ids) = (query, [String]())
        while true {
            let page = try await file.write { [query] in try $0.gifts(query) }
            #expect(page.count <= query.limit)
            guard let last = page.last else { return ids }
            ids += page.map(\.id)
            query.after = last.id
        }
    }
}
