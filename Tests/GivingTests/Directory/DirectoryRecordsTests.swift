import DatabaseKit
import Giving
import InvocationRouter
import MoneyKit
import PaymentCore
import Testing
import TimeKit

@Suite struct DirectoryRecordsTests {
    let file: RecordsFile

    static let now = Timestamp("2026-11-21T12:00:00Z")

    init() throws { file = try RecordsFile() }

    func add(_ id: String, _ name: String = "Woodlands Church") async throws -> Organization {
        try await file.write {
            try $0.addOrganization(id, OrganizationFields(displayName: name), at: Self.now)
        }
    }

    /// Returns the code and field of the `DirectoryError` that a transaction throws, or nil if it succeeds.
    func refusal<T: Sendable>(_ transaction: @escaping @Sendable (Transaction) throws -> T) async throws
        -> String?
    {
        do {
            _ = try await file.write(transaction)
            return nil
        } catch let error as DirectoryError {
            return "\(error.field.rawValue) \(error.code.rawValue)"
        }
    }

    @Test("finds an organization by id in any case, and returns its own spelling")
    func foundWithoutCase() async throws {
        let organization = try await add("WoodlandsChurch")
        for name in ["WoodlandsChurch", "woodlandschurch", "WOODLANDSCHURCH"] {
            #expect(try await file.write { try $0.organization(name) } == organization)
        }
        #expect(try await file.write { try $0.organization("WoodlandsChurc") } == nil)
    }

    // G1-05
    @Test("looking up an organization by id returns its name, logo, account and giving settings")
    func details() async throws {
        try await file.write { transaction in
            var fields = OrganizationFields(displayName: "The Woodlands Church")
            (fields.logo, fields.currency) = ("https://woodlands.example/logo.svg", "usd")
            (fields.defaultAmount, fields.leastAmount, fields.mostAmount) = ("75", "10", "2000")
            (fields.timeZone, fields.platformFeeBasisPoints) = ("America/Chicago", 100)
            _ = try transaction.addOrganization("WoodlandsChurch", fields, at: Self.now)
            _ = try transaction.addFund("7", name: "General", to: "WoodlandsChurch", at: Self.now)
            var organization = try transaction.addAlias("Woodlands-North", to: "WoodlandsChurch")
            organization.account = "acct_1"
            try transaction.save(organization)
        }
        let found = try #require(try await file.write { try $0.organization("WoodlandsChurch") })
        #expect(found.displayName == "The Woodlands Church" && found.account == "acct_1")
        #expect(found.logo == "https://woodlands.example/logo.svg" && found.aliases == ["Woodlands-North"])
        #expect(found.defaultFund == "7" && found.currency == .usd && found.timeZone == "America/Chicago")
        #expect(found.defaultMinor == 75_00 && found.leastMinor == 10_00 && found.mostMinor == 2_000_00)
        #expect(found.platformFee == BasisPoints(100))
    }

    @Test("refuses an id that is taken in any case")
    func idsAreUnique() async throws {
        _ = try await add("WoodlandsChurch")
        let refusal = try await refusal {
            try $0.addOrganization("woodlandsCHURCH", OrganizationFields(displayName: "Other"), at: Self.now)
        }
        #expect(refusal == "id taken")
    }

    @Test("finds an alias only by its exact spelling")
    func aliasesAreExact() async throws {
        _ = try await add("SaoPaulo")
        let organization = try await file.write { try $0.addAlias("São Paulo", to: "saopaulo") }
        #expect(organization.aliases == ["São Paulo"])
        #expect(try await file.write { try $0.organization(alias: "São Paulo") } == organization)
        for name in ["são paulo", "Sao Paulo", "Sa\u{303}o Paulo", "São Paulo ", "SaoPaulo"] {
            #expect(try await file.write { try $0.organization(alias: name) } == nil, "\(name)")
        }
    }

    @Test(
        "refuses aliases that are malformed, reserved or taken",
        arguments: [
            ("", "alias malformed"), ("Sa\u{303}o", "alias malformed"), ("a\u{202E}b", "alias malformed"),
            ("a\u{7}b", "alias malformed"), (" a", "alias malformed"), ("a/b", "alias malformed"),
            (String(repeating: "ä", count: 65), "alias malformed"), ("Pay", "alias reserved"),
            ("WOODLANDSCHURCH", "alias taken"), ("other", "alias taken"), ("iglesia", "alias taken"),
        ])
    func badAliases(alias: String, expected: String) async throws {
        _ = try await add("WoodlandsChurch")
        _ = try await add("Other")
        _ = try await file.write { try $0.addAlias("Iglesia", to: "Other") }
        #expect(try await refusal { try $0.addAlias(alias, to: "WoodlandsChurch") } == expected)
    }

    @Test("refuses an id that matches another organization's alias")
    func idAgainstAlias() async throws {
        _ = try await add("Other")
        _ = try await file.write { try $0.addAlias("OldName", to: "Other") }
        let refusal = try await refusal {
            try $0.addOrganization("oldname", OrganizationFields(displayName: "New"), at: Self.now)
        }
        #expect(refusal == "id taken")
    }

    @Test("adding an alias again changes nothing, and a removed alias is free for others")
    func aliasesComeAndGo() async throws {
        _ = try await add("Other")
        _ = try await add("WoodlandsChurch")
        for _ in 1...2 { _ = try await file.write { try $0.addAlias("Grüße", to: "Other") } }
        let without = try await file.write { try $0.removeAlias("Grüße", from: "Other") }
        #expect(without.aliases.isEmpty)
        #expect(try await file.write { try $0.organization(alias: "Grüße") } == nil)
        #expect(try await refusal { try $0.removeAlias("Grüße", from: "Other") } == "alias notFound")
        #expect(
            try await file.write { try $0.addAlias("Grüße", to: "WoodlandsChurch") }.id == "WoodlandsChurch")
    }

    @Test("lists organizations by id, page by page")
    func pages() async throws {
        for id in ["b", "C", "a", "D"] { _ = try await add(id) }
        let first = try await file.write { try $0.organizations(after: nil, limit: 3) }
        #expect(first.map(\.id) == ["a", "b", "C"])
        let rest = try await file.write { try $0.organizations(after: "C", limit: 3) }
        #expect(rest.map(\.id) == ["D"])
    }

    @Test("reports an unknown organization, and lists the existing funds for an unknown fund")
    func notFound() async throws {
        let unknown = try await refusal {
            try $0.editOrganization("nobody", OrganizationFields(), at: Samples.now)
        }
        #expect(unknown == "organization notFound")
        let organization = try await add("WoodlandsChurch")
        _ = try await file.write { try $0.addFund("7", name: "Building", to: organization.id, at: Self.now) }
        let error = await #expect(throws: DirectoryError.self) {
            _ = try await file.write { try $0.existingFund("8", of: organization) }
        }
        #expect(error?.field == .fund && error?.reason == "the organization's funds: 7")
    }

    @Test("stores status and edits")
    func changes() async throws {
        _ = try await add("WoodlandsChurch")
        _ = try await file.write {
            _ = try $0.editOrganization(
                "woodlandschurch", OrganizationFields(displayName: "Woodlands"), at: Samples.now)
            return try $0.setStatus(.suspended, ofOrganization: "WOODLANDSCHURCH", at: Samples.now)
        }
        let kept = try #require(try await file.write { try $0.organization("WoodlandsChurch") })
        #expect(kept.displayName == "Woodlands" && kept.status == .suspended)
    }
}
