import ArgumentParser
import DatabaseKit
import Documents
import Giving
import HTMLKit
import SimulationKit
import TestSupport
import Testing
import TimeKit

@testable import Scenarios
@testable import SiteService
@testable import TapServer
@testable import tapctl

/// M-3: issued documents stay the same, whatever is edited later.
///
/// The settings come from the commands' option tables, so a new option without a row here fails.
@Suite struct IssuedPaperTests {
    /// A value of each option of `org edit`.
    static let organization: [String: String] = [
        "--name": "Grace Cathedral", "--logo": "https://example.org/logo.svg", "--color": "#1a5fb4",
        "--time-zone": "Pacific/Auckland", "--country": "DE", "--tax-id": "98-7654321",
        "--default-amount": "75", "--least": "7", "--most": "900", "--presets": "10,20",
        "--platform-fee": "150", "--statement-descriptor": "CATHEDRAL", "--default-fund": "13",
        "--status": "suspended",
    ]

    /// The effect of each option of the fund commands; nil for an option that only names something.
    static let funds: [String: (@Sendable (Transaction, Timestamp) throws -> Void)?] = [
        "add --org": nil, "add --no-one-time": nil, "add --no-monthly": nil, "add --one-time": nil,
        "add --monthly": nil,
        "add --name": { transaction, now in
            _ = try transaction.addFund("14", name: "Missions", to: "Grace", at: now)
        },
        "edit --org": nil,
        "edit --name": { transaction, now in
            _ = try transaction.renameFund("12", of: "Grace", to: "World missions", at: now)
        },
        "close --org": nil,
        "close --default": { transaction, now in
            _ = try transaction.closeFund("12", of: "Grace", successor: "13", at: now)
        },
        "reopen --org": { transaction, now in _ = try transaction.reopenFund("12", of: "Grace", at: now) },
    ]

    /// A value of each setting of `serve`; nil for a setting that names a file or program and affects no
    /// page.
    static let served: [ServeSetting: [String]?] = [
        .host: ["127.0.0.2"], .port: ["9999"], .publicURL: ["https://give.example.org"],
        .publicSimulation: ["true"], .refundMinutes: ["0"], .auditLogDays: ["1"], .tapDays: ["1"],
        .app: ["ABCDE12345.org.example.app"],
        .clip: ["ABCDE12345.org.example.app.Clip"], .appStoreID: ["1234567890"],
        .package: ["org.example.app"],
        .fingerprint: [Array(repeating: "AB", count: 32).joined(separator: ":")],
        .keys: nil, .data: ["elsewhere"], .database: nil, .processor: nil, .processorKey: nil,
        .webhookSecret: nil,
        .logLevel: ["info"], .logFormat: ["json"], .metrics: ["9100"], .rateRequests: ["1"],
        .rateGifts: ["1"], .rateSignIns: ["1"], .trustedProxy: ["127.0.0.1"],
        .allowedHost: ["church.local"], .tlsCertificate: nil,
        .tlsKey: nil, .httpPort: nil, .donorMail: ["links"], .smtpHost: ["localhost"], .smtpPort: ["2525"],
        .smtpSecurity: ["starttls"], .smtpUser: nil, .smtpPassword: nil,
        .smtpSender: ["church@example.org"], .smtpAuthorities: nil, .wallet: ["no_card"],
    ]

    /// A command's own options, without those shared by all commands.
    private static func options(_ command: any ParsableCommand.Type) -> Set<String> {
        func found(_ command: any ParsableCommand.Type) -> Set<String> {
            let lines = command.helpMessage(columns: 400).split(separator: "\n")
                .drop { !$0.hasPrefix("OPTIONS") }
            return Set(lines.flatMap { $0.matches(of: /--[a-z][a-z-]+/).map { String($0.output) } })
        }
        return found(command).subtracting(found(OrgShow.self))
    }

    private static func expectUnchanged(
        _ papers: IssuedPapers, _ before: [String: String], _ what: String
    ) async throws {
        let after = try await papers.all()
        #expect(Set(after.keys) == Set(before.keys), "\(what)")
        for (name, paper) in before { #expect(after[name] == paper, "\(what): \(name)") }
    }

    @Test("M-3: every option of `org edit` has a row")
    func organizationOptions() {
        #expect(Self.options(OrgEdit.self) == Set(Self.organization.keys))
    }

    @Test("M-3: every option of the fund commands has a row")
    func fundOptions() {
        let commands: [(String, any ParsableCommand.Type)] = [
            ("add", FundAdd.self), ("edit", FundEdit.self), ("close", FundClose.self),
            ("reopen", FundReopen.self),
        ]
        let names = commands.flatMap { name, command in Self.options(command).map { "\(name) \($0)" } }
        #expect(Set(names) == Set(Self.funds.keys))
        // A new fund command needs rows, too.
        #expect(FundCommands.configuration.subcommands.count == commands.count + 1)
    }

    @Test("M-3: every setting of `serve` has a row")
    func servedSettings() { #expect(Set(Self.served.keys) == Set(ServeSetting.allCases)) }

    @Test("M-3: receipts, statements, exports and reports stay the same after each edit")
    func edits() async throws {
        let papers = try await IssuedPapers.make()
        defer { papers.world.remove() }
        let before = try await papers.all()
        // Both years have statements, and the gift made at 23:30 belongs to the earlier year.
        #expect(before.keys.filter { $0.hasPrefix("statement 2026") }.count == 2)
        #expect(before["statement 2026 donor1@example.org"]?.contains("2026-12-31") == true)
        #expect(before["gifts 2027-01-01 2027-01-01 false"]?.contains("2026-12-31") == false)

        for (option, value) in Self.organization.sorted(by: { $0.key < $1.key }) {
            let command = try OrgEdit.parse(["Grace", option, value])
            let (fields, status, fund) = (command.entered.fields, command.status, command.defaultFund)
            let edit: @Sendable () async throws -> [SettingChange] = {
                let now = papers.world.clock.now
                return try await papers.world.file.write {
                    try $0.edit("Grace", fields, status: status, defaultFund: fund, at: now)
                }
            }
            #expect(!(try await edit()).isEmpty, "\(option)")
            try await Self.expectUnchanged(papers, before, option)
        }
        for (option, change) in Self.funds.sorted(by: { $0.key < $1.key }) {
            guard let change else { continue }
            let now = papers.world.clock.now
            try await papers.world.file.write { try change($0, now) }
            try await Self.expectUnchanged(papers, before, option)
        }
        // New documents use the edited settings.
        let now = papers.world.clock.now
        try await papers.world.file.write { transaction in
            _ = try transaction.setStatus(.active, ofOrganization: "Grace", at: now)
        }
        papers.world.clock.advance(to: Timestamp(at: "2027-03-31T11:30:00Z"))
        let gift = try await papers.give("12", "new@example.org")
        #expect(gift.madeOn.iso8601 == "2027-04-01" && gift.fundName == "World missions")
        let receipt = try await papers.world.file.read { transaction in
            try gift.receiptNumber.flatMap(ReceiptNumber.init).flatMap { try transaction.receipt($0) }
        }
        #expect(receipt?.issuer.displayName == "Grace Cathedral" && receipt?.issuer.country == "DE")
        #expect(receipt?.fundName == "World missions" && receipt?.date.iso8601 == "2027-04-01")
    }

    @Test(
        "M-3: no setting of `serve` changes a receipt's or a statement's page",
        arguments: Array(served.keys))
    func servedPapers(setting: ServeSetting) async throws {
        guard let values = Self.served[setting] ?? nil else { return }
        let paper = HTMLDocument(title: "Receipt", style: PrintedPage.style, body: "<main>\n</main>")
        func pages(_ values: [ServeSetting: [String]]) throws -> [String] {
            var layer = ServeLayer(source: .flag)
            layer.values = values
            try layer.check()
            let site = try ServedSite(try ServeConfiguration([layer]), write: { _ in })
            let frame = PageFrame(isPublicSimulation: site.settings.isPublicSimulation)
            let answer = frame.paper(paper, backTo: "/-/giver/gift/gift_1", "Back to your gift")
            guard case .page(200, let page) = answer else { throw CancellationError() }
            return [page.text]
        }
        // Some settings require others.
        let groups: [[ServeSetting]] = [
            [.appStoreID, .clip], [.package, .fingerprint],
            [.smtpHost, .smtpPort, .smtpSender, .smtpSecurity],
        ]
        var wanted = [setting: values]
        for other in groups.first(where: { $0.contains(setting) }) ?? [] {
            wanted[other] = Self.served[other] ?? nil
        }
        #expect(try pages(wanted) == pages([:]))
    }

    @Test("M-3: the history lists each change with its time, old value and new value")
    func history() async throws {
        let papers = try await IssuedPapers.make()
        defer { papers.world.remove() }
        let now = papers.world.clock.now
        let (edited, all) = try await papers.world.file.write { transaction in
            let fields = try OrgEdit.parse(["Grace", "--time-zone", "Asia/Tokyo", "--tax-id", ""]).entered
                .fields
            let edited = try transaction.edit("grace", fields, status: nil, defaultFund: nil, at: now)
            _ = try transaction.renameFund("12", of: "Grace", to: "World", at: now.adding(seconds: 5))
            _ = try transaction.edit(
                "Grace", OrganizationFields(), status: .active, defaultFund: nil, at: now)
            return (edited, try transaction.settingChanges(of: "Grace", skipping: 0, limit: 100))
        }
        #expect(edited.map(\.setting) == ["time_zone", "tax_id"])
        #expect(edited.map(\.before) == ["America/Chicago", "12-3456789"])
        #expect(edited.map(\.value) == ["Asia/Tokyo", nil] && edited.allSatisfy { $0.since == now })
        // Newest first. The first fund became the default when it was added.
        #expect(all.map(\.setting) == ["name", "tax_id", "time_zone", "default_fund"])
        #expect(all[0].fund == "12" && all[0].since == now.adding(seconds: 5))
    }
}
