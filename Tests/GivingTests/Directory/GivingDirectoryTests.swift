import Giving
import InvocationRouter
@testable import PaymentCore
import Testing

/// A directory in memory with `WoodlandsChurch`, equal to the one of
/// ``GivingDirectoryTests/prepare(takesCharges:)``.
private struct OneOrganization: OrganizationDirectory {
    let woodlands = DirectoryOrganization(
        id: "WoodlandsChurch", displayName: "Woodlands Church", aliases: ["São João", "OldWoodlands"],
        defaultFund: "7",
        funds: [
            DirectoryFund(id: "7", name: "Fund 7"), DirectoryFund(id: "9", name: "Fund 9", isOpen: false),
        ])

    func organization(named name: String) async throws -> DirectoryOrganization? {
        name.lowercased() == "woodlandschurch" ? woodlands : nil
    }

    func organization(alias: String) async throws -> DirectoryOrganization? {
        woodlands.aliases.contains { $0.utf8.elementsEqual(alias.utf8) } ? woodlands : nil
    }
}

/// The resolution of giving URLs in the database's directory.
@Suite struct GivingDirectoryTests {
    let records: DirectoryRecordsTests

    init() throws { records = try DirectoryRecordsTests() }

    /// Adds an organization with an account, an open fund `7` and a closed fund `9`.
    func prepare(takesCharges: Bool = true) async throws {
        _ = try await records.add("WoodlandsChurch")
        try await records.file.write {
            var organization = try $0.addAlias("São João", to: "WoodlandsChurch")
            organization.aliases.append("OldWoodlands")
            organization.account = "acct_1"
            try $0.save(organization)
            try $0.save(
                Payee(id: "acct_1", onboarding: .active, takesCharges: takesCharges, takesPayouts: true))
            for fund in ["7", "9"] {
                _ = try $0.addFund(fund, name: "Fund \(fund)", to: "WoodlandsChurch", at: Self.now)
            }
            _ = try $0.closeFund("9", of: "WoodlandsChurch", at: Samples.now)
        }
    }

    static let now = DirectoryRecordsTests.now

    func resolve(_ path: String) async throws -> Resolution? {
        let url = "https://appclip.tap.giving/\(path)"
        return try await Route.parse(url, profile: .tap)
            .resolved(in: GivingDirectory(records.file.database))
    }

    // G1-06
    @Test(
        "resolves a URL to the organization and its fund",
        arguments: [
            ("WoodlandsChurch?r=0", "7"), ("woodlandschurch?f=7&r=1", "7"), ("S%C3%A3o%20Jo%C3%A3o", "7"),
            ("OldWoodlands?f=7", "7"),
        ])
    func leads(path: String, fund: String) async throws {
        try await prepare()
        let resolution = try await resolve(path)
        #expect(resolution?.organization.id == "WoodlandsChurch")
        #expect(resolution?.fund?.id == fund)
    }

    // G1-06
    @Test(
        "a URL resolves to the same organization and fund in a directory in memory and in the database",
        arguments: [
            "WoodlandsChurch?r=0", "woodlandschurch?f=7&r=1", "S%C3%A3o%20Jo%C3%A3o", "WoodlandsChurch?f=9",
        ])
    func equalDirectories(path: String) async throws {
        try await prepare()
        let known = try await resolve(path)
        let inMemory = try await Route.parse("https://appclip.tap.giving/\(path)", profile: .tap)
            .resolved(in: OneOrganization())
        #expect(known == inMemory && known?.organization.id == "WoodlandsChurch")
    }

    @Test(
        "refuses unknown organizations and funds",
        arguments: [
            ("Nobody", ResolutionError.Code.unknownOrganization), ("oldwoodlands", .unknownOrganization),
            ("WoodlandsChurch?f=8", .unknownFund),
        ])
    func refuses(path: String, code: ResolutionError.Code) async throws {
        try await prepare()
        let error = await #expect(throws: ResolutionError.self) { _ = try await resolve(path) }
        #expect(error?.code == code)
    }

    @Test("refuses gifts to an organization without an account, or whose account takes no charges")
    func notPayable() async throws {
        try await prepare(takesCharges: false)
        let error = await #expect(throws: ResolutionError.self) { _ = try await resolve("WoodlandsChurch") }
        #expect(error?.code == .organizationNotPayable)
        _ = try await records.add("New")
        let none = await #expect(throws: ResolutionError.self) { _ = try await resolve("New") }
        #expect(none?.code == .organizationNotPayable)
    }

    @Test("refuses a suspended organization as inactive")
    func inactive() async throws {
        try await prepare()
        _ = try await records.file.write {
            try $0.setStatus(.suspended, ofOrganization: "WoodlandsChurch", at: Samples.now)
        }
        let error = await #expect(throws: ResolutionError.self) { _ = try await resolve("WoodlandsChurch") }
        #expect(error?.code == .organizationInactive)
    }
}
