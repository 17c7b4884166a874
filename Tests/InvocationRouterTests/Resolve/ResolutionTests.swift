import InvocationRouter
import SimulationKit
import TestSupport
import Testing

/// The destination of a gift (`docs/invocation-url.md` §6).
@Suite struct ResolutionTests {
    private func resolve(
        _ rest: String, _ change: (inout DirectoryOrganization) -> Void = { _ in }
    ) throws -> Resolution {
        let invocation = try Invocation.parse("https://appclip.tap.giving/" + rest, profile: .tap)
        var organization = TestDirectory.grace
        change(&organization)
        return try Resolution(invocation, organization: organization)
    }

    private func code(_ body: () throws -> Resolution) -> ResolutionError.Code? {
        do { _ = try body() } catch { return (error as? ResolutionError)?.code }
        return nil
    }

    @Test("the directory's own spelling is what everything behind it uses")
    func spelling() throws {
        let resolution = try resolve("gracechapel?f=2")
        #expect(resolution.organization.id == "GraceChapel" && resolution.fund?.id == "2")
        #expect(resolution.warnings.isEmpty && !resolution.recurring && resolution.suggestedFund == nil)
    }

    @Test("no fund means the default fund")
    func defaultFund() throws {
        #expect(try resolve("GraceChapel?r=1").fund?.id == "1")
        #expect(try resolve("GraceChapel?r=1").recurring)
    }

    @Test(
        "an uncertain fund is chosen by the giver; the default fund is offered and not taken",
        arguments: ["GraceChapel?f=", "GraceChapel?f=1&f=2", "GraceChapel?f=old"])
    func choice(url: String) throws {
        let resolution = try resolve(url)
        #expect(resolution.needsFundChoice && resolution.suggestedFund?.id == "1")
        #expect(resolution.warnings.map(\.code) == (url.hasSuffix("old") ? [.fundClosed] : []))
    }

    @Test("without an open default fund the giver chooses, and nothing is suggested")
    func noDefault() throws {
        for change in [{ $0.defaultFund = nil }, { $0.defaultFund = "old" }, { $0.defaultFund = "no" }]
            as [(inout DirectoryOrganization) -> Void]
        {
            let resolution = try resolve("GraceChapel", change)
            #expect(resolution.needsFundChoice && resolution.suggestedFund == nil)
        }
    }

    @Test(
        "an unknown fund is never another fund",
        arguments: ["3", "01", "OLD", "general", "1.0", "11"])
    func unknownFund(fund: String) {
        #expect(code { try resolve("GraceChapel?f=\(fund)") } == .unknownFund)
    }

    @Test("no open fund is an error, whichever was named")
    func nothingOpen() {
        let close: (inout DirectoryOrganization) -> Void = { organization in
            organization.funds = organization.funds.map {
                DirectoryFund(id: $0.id, name: $0.name, isOpen: false)
            }
        }
        for url in ["GraceChapel", "GraceChapel?f=1", "GraceChapel?f="] {
            #expect(code { try resolve(url, close) } == .fundClosed)
        }
    }

    @Test("an organization that cannot be given to is an error, before its funds")
    func organization() throws {
        let url = "GraceChapel?f=unknown"
        #expect(code { try resolve(url) { $0.status = .suspended } } == .organizationInactive)
        #expect(code { try resolve(url) { $0.status = .closed } } == .organizationInactive)
        #expect(code { try resolve(url) { $0.isPayable = false } } == .organizationNotPayable)
        #expect(code { try resolve(url) { $0.id = "GraceChapel2" } } == .unknownOrganization)
        let invocation = try Invocation.parse("https://appclip.tap.giving/GraceChapel")
        #expect(code { try Resolution(invocation, organization: nil) } == .unknownOrganization)
    }

    @Test(
        "an alias is taken exactly as it was registered, never by likeness",
        arguments: [
            ("S%C3%A3o", true), ("s%C3%A3o", false), ("S%C3%A3o%20", false), ("Sa%CC%83o", false),
            ("S%C3%A4o", false),
        ])
    func alias(path: String, isTaken: Bool) {
        let resolved = try? resolve(path)
        #expect((resolved?.organization.id == "GraceChapel") == isTaken)
    }

    @Test("a monthly gift is not offered where the fund takes none")
    func recurring() throws {
        let resolution = try resolve("GraceChapel?f=2&r=1")
        #expect(!resolution.recurring && resolution.warnings.map(\.code) == [.recurringNotOffered])
        #expect(try resolve("GraceChapel?f=&r=1").recurring)
    }

    @Test("the same values give the same answer, and money never goes elsewhere", arguments: propertySeeds)
    func property(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<10 {
            let bytes = try Mutation.url(using: &generator)
            guard let invocation = try? Invocation.parse(bytes: bytes.span, profile: .tap) else { continue }
            let fund = DirectoryFund(
                id: invocation.fund ?? "1", name: "Any", isOpen: .random(using: &generator),
                offersMonthly: .random(using: &generator))
            let organization = DirectoryOrganization(
                id: invocation.org?.uppercased() ?? "Alias", displayName: "Any",
                aliases: [invocation.orgAlias ?? ""], defaultFund: "1",
                funds: [fund, DirectoryFund(id: "else", name: "Else")])
            let resolution = try Resolution(invocation, organization: organization)
            #expect(try resolution == Resolution(invocation, organization: organization))
            #expect(resolution.organization.id == organization.id)
            if let taken = resolution.fund {
                #expect(taken.isOpen && !invocation.fundUnclear)
                #expect(taken.id == invocation.fund ?? organization.defaultFund)
            }
            #expect(!resolution.recurring || invocation.recurring)
        }
    }
}
