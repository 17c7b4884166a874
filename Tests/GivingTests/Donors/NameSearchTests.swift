import DatabaseKit
import Giving
import MoneyTestSupport
import PaymentCore
import Testing

/// Search for donors by the words of their names.
@Suite struct NameSearchTests {
    @Test("finds donors of the organization by prefixes of the words of their names")
    func search() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        try await world.addOrganization("Hope", funds: ["1"])
        for (index, (name, organization)) in [
            ("José O'Brien-Müller", "Grace"), ("Ann Brown", "Grace"), ("Ann Brown", "Hope"),
            ("李 小龙", "Grace"),
        ].enumerated() {
            var request = GiftRequest.to(organization, email: "donor\(index)@example.org")
            request.name = name
            _ = try await world.giving.give(request)
        }
        for (text, count) in [
            ("jose", 1), ("JOSÉ", 1), ("mull brie", 1), ("ann", 1), ("b", 2), ("ann jose", 0), ("李", 1),
            ("", 0),
            ("%", 0), ("nn", 0), ("o'brien", 1),
        ] {
            let found = try await world.file.read {
                try $0.donors(named: text, organization: "Grace", limit: 10)
            }
            #expect(found.count == count, "\(text)")
        }
    }

    @Test(
        "finds a donor by every name given to the organization, and by none given to another"
    )
    func otherOrganization() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        try await world.addOrganization("Hope", funds: ["1"])
        let gift = try await world.giving.give(.to(name: "Pat Example"))
        _ = try await world.giving.give(.to(name: "Patricia Example"))
        _ = try await world.giving.give(.to("Hope", name: "Somebody Else"))
        for (text, organization, isFound) in [
            ("pat", "Grace", true), ("patricia", "Grace", true), ("somebody", "Grace", false),
            ("pat", "Hope", false), ("example", "Hope", false), ("somebody else", "Hope", true),
        ] {
            let found = try await world.file.read {
                try $0.donors(named: text, organization: organization, limit: 10)
            }
            #expect(found == (isFound ? [gift.donor] : []), "\(text) at \(organization)")
        }
    }
}
