import DatabaseKit
import Giving
import MoneyKit
import MoneyTestSupport
import PaymentCore
import SimulationKit
import Testing
import TimeKit

@Suite struct DonorTotalTests {
    @Test("a donor's total is their gifts less refunds, by organization")
    func totals() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        try await world.addOrganization("Hope", funds: ["1"])
        let first = try await world.giving.give(.to(email: "a@example.org"))
        world.clock.advance(seconds: 60)
        _ = try await world.giving.give(.to("Hope", amount: "20", email: "A@example.org"))
        _ = try await world.giving.give(.to(method: "pm_card_visa_chargeDeclined", email: "a@example.org"))
        _ = try await world.giving.refund(first.id, amount: "30", reason: nil)
        let donor = try #require(first.donor)
        let totals = try await world.file.read { try $0.totals(ofDonor: donor) }
        #expect(totals.map(\.organization) == ["Grace", "Hope"])
        #expect(totals.map(\.amount) == [Money(2000, .usd), Money(2000, .usd)])
        #expect(totals.map(\.gifts) == [1, 1])
        #expect(totals[1].last > totals[0].last)
        _ = try await world.giving.refund(first.id, amount: nil, reason: nil)
        let after = try await world.file.read { try $0.totals(ofDonor: donor) }
        #expect(after[0].amount == Money(0, .usd) && after[0].gifts == 0 && after[0].last == totals[0].last)
        _ = try await world.giving.forget(.id(donor))
        #expect(try await world.file.read { try $0.totals(ofDonor: donor) } == [])
    }

    @Test("lists donors page by page, newest first, of one organization or of all")
    func pages() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        try await world.addOrganization("Hope", funds: ["1"])
        for number in 0..<9 {
            let organization = number.isMultiple(of: 3) ? "Hope" : "Grace"
            _ = try await world.giving.give(.to(organization, email: "donor\(number)@example.org"))
            world.clock.advance(seconds: 1)
        }
        func emails(_ organization: String?, by size: Int) async throws -> [String] {
            var all: [Donor] = []
            while true {
                let cursor = all.last?.id
                let page = try await world.file.read {
                    try $0.donors(organization: organization, after: cursor, limit: size)
                }
                if page.isEmpty { return all.map { String($0.email.prefix(6)) } }
                #expect(page.count <= size)
                all += page
            }
        }
        for size in 1...10 {
            #expect(try await emails(nil, by: size) == (0..<9).reversed().map { "donor\($0)" })
            #expect(try await emails("Hope", by: size) == ["donor6", "donor3", "donor0"])
        }
    }
}
