import DatabaseKit
import Giving
import InvocationRouter
import PaymentCore
import TestSupport
import Testing
import TimeKit

/// Rows of earlier versions, which stored names in their own spelling in columns that ignore case.
@Suite(.sqlite) struct EarlierNameTests {
    static let now = Timestamp("2026-11-21T12:00:00Z")

    @Test("an organization, its alias and its fund from an earlier version are changed, not stored twice")
    func directory() async throws {
        let file = try RecordsFile()
        try await file.write { transaction in
            _ = try transaction.addOrganization(
                "WoodlandsChurch", OrganizationFields(displayName: "Church"), at: Self.now)
            let id: String? = try transaction.value("SELECT id FROM organization")
            #expect(id == "woodlandschurch")
            try transaction.run("UPDATE organization SET id = 'WoodlandsChurch'")
            _ = try transaction.addAlias("OldName", to: "woodlandschurch")
            try transaction.run("UPDATE organization_alias SET organization = 'WoodlandsChurch'")
            try transaction.save(Samples.fund())
            try transaction.run("UPDATE fund SET organization = 'WoodlandsChurch'")
        }
        try await file.write { transaction in
            for name in ["WoodlandsChurch", "WOODLANDSCHURCH", "oldNAME"] {
                #expect(try transaction.organization(holdingName: name)?.id == "WoodlandsChurch")
            }
            #expect(try transaction.organization(alias: "oldname") == nil)
            _ = try transaction.addAlias("Third", to: "WoodlandsChurch")
            try transaction.save(Samples.fund())
            #expect(try transaction.funds(of: "woodlandsCHURCH", limit: 9).count == 1)
            #expect(try transaction.organizations(after: nil, limit: 9).map(\.id) == ["WoodlandsChurch"])
            #expect(try transaction.organizations(after: "WOODLANDSCHURCH", limit: 9).isEmpty)
            let aliases: Int? = try transaction.value(
                "SELECT COUNT(*) FROM organization_alias WHERE organization = 'woodlandschurch'")
            #expect(aliases == 2)
        }
    }
}
