import ArgumentParser
import DataFolderKit
import Documents
import FailureKit
import Giving
import StaffAccess
import TapServer
import TimeKit

/// `tapctl donor`: manages donors.
struct DonorCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "donor", abstract: "List, show, export and forget donors.",
        subcommands: [DonorList.self, DonorShow.self, DonorExportCommand.self, DonorForget.self])
}

/// `tapctl donor list`: lists donors, newest first.
struct DonorList: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List donors and their totals, newest first.",
        discussion: """
            EXAMPLES:
              tapctl donor list --org WoodlandsChurch
              tapctl donor list --format csv > donors.csv
              tapctl donor list --after donor_01jd3x0... --limit 100 --json

            The column "gifts less refunds" disregards fees: it does not include covered
            fees, and no fees are deducted.
            --format csv writes all donors, unless you set --limit.
            """)

    @Option(help: ArgumentHelp("Only donors who have given to this organization.", valueName: "id"))
    var org: String?

    @OptionGroup var page: PageOptions
    @OptionGroup var sheet: SheetOptions
    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func validate() throws { try sheet.refuse(beside: output) }

    func run() async throws {
        if sheet.isWanted {
            return try await sheet.printAll(page, head: DonorSummary.sheetHead, id: \.donor.id, found: found)
            {
                $0.sheetLines(names: $1)
            }
        }
        let (donors, names) = try await found(after: nil, limit: page.asked)
        try output.print(
            donors, page, id: \.donor.id, document: \.document,
            none: "no donors; a person becomes a donor with their first gift", of: "donors", filters: [org]
        ) { donors, style in
            table(
                [["donor", "name", "e-mail", "gifts", "gifts less refunds", "last gift"]]
                    + donors.map { $0.row(names: names, style: style) },
                numbers: ["gifts", "gifts less refunds", "last gift"], shrinking: ["name", "e-mail"],
                style: style)
        }
    }

    private func found(after last: String?, limit: Int) async throws -> ([DonorSummary], GivingNames) {
        try await data.read { transaction, now in
            let organization = try org.map(transaction.knownOrganization)?.id
            let cursor =
                try last
                ?? page.cursor(
                    { id in
                        guard let organization else { return try transaction.donor(id) != nil }
                        return try transaction.totals(ofDonor: id).contains {
                            $0.organization == organization
                        }
                    }, ids: transaction.donors(beginning:limit:))
            let donors = try transaction.donors(organization: organization, after: cursor, limit: limit)
                .map { try DonorSummary($0, of: organization, in: transaction) }
            let organizations = try Set(donors.flatMap(\.totals).map(\.organization))
                .compactMap { try transaction.organization($0) }
            return (donors, try GivingNames(organizations: organizations, in: transaction, at: now))
        }
    }
}

/// `tapctl donor show`: shows a donor.
struct DonorShow: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a donor and their totals.",
        discussion: """
            EXAMPLES:
              tapctl donor show donor@example.org
              tapctl gift list --email donor@example.org        their gifts
              tapctl donor export donor@example.org             all stored data
            """)

    @OptionGroup var donor: DonorNameOptions
    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let (shown, names) = try await data.read { transaction, now in
            let shown = try DonorSummary(try transaction.knownDonor(donor.name), of: nil, in: transaction)
            let organizations = try shown.totals.compactMap {
                try transaction.organization($0.organization)
            }
            return (shown, try GivingNames(organizations: organizations, in: transaction, at: now))
        }
        try output.printColumns(shown.document) { _ in shown.lines(names: names) }
    }
}

/// `tapctl donor export`: exports all stored data about a donor.
struct DonorExportCommand: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Show all stored data about a donor.",
        discussion: """
            EXAMPLES:
              tapctl donor export donor@example.org
              tapctl donor export donor_01jd3x0... --json > donor.json

            With --json, the command prints every detail of the gifts, monthly gifts and
            receipts; without --json, it prints only one line for each of them.
            """)

    @OptionGroup var donor: DonorNameOptions
    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let (export, names) = try await data.withData(needsProcessor: false) { data in
            let id = try await data.read { try $0.knownDonor(donor.name).id }
            let export = try await data.giving.export(.id(id))
            let now = data.clock.now()
            return (export, try await data.read { try GivingNames(of: export.gifts, in: $0, at: now) })
        }
        try output.print(export.document) { export.text(names: names, style: $0) }
    }
}

/// `tapctl donor forget`: erases a donor's personal data but keeps the gifts.
struct DonorForget: ChangesData {
    static let configuration = CommandConfiguration(
        commandName: "forget", abstract: "Erase a donor's personal data; gifts remain in the books.",
        discussion: """
            EXAMPLES:
              tapctl donor forget donor@example.org
              tapctl donor forget donor_01jd3x0... --yes

            Cancels the donor's monthly gifts and deletes their customer records at the
            processor. Then erases their name, e-mail address and phone number from all
            stored data, and deletes e-mails to them from the outbox. Reports what remains,
            and why. Run `donor export` first to see the data. Forgetting a donor cannot be
            undone.
            """)

    @OptionGroup var donor: DonorNameOptions

    @Flag(help: "Skip the confirmation.")
    var yes = false

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    var action: AuditLogAction { .forgetDonor }

    func run() async throws {
        let forgotten = try await data.withData { data in
            let found = try await data.read { try $0.knownDonor(donor.name) }
            if !yes { try await Self.confirm(found) }
            let forgotten = try await data.giving.forget(.id(found.id))
            if let address = EmailAddress(found.email) {
                try await data.emails.removeLetters(to: address)
            }
            return forgotten
        }
        try output.printColumns(forgotten.document) { _ in forgotten.lines }
    }

    private static func confirm(_ donor: Donor) async throws {
        try await Question.confirm(
            "\(donor.id) (\(printable(donor.email))) will be permanently forgotten.",
            reason: "\(donor.id) would be forgotten", refusal: "nothing was forgotten")
    }
}

extension ForgottenDonor {
    fileprivate var document: JSONValue {
        [
            "object": "donor_erasure", "donor": erasure.donor.json, "gifts": gifts.json,
            "receipts": erasure.receipts.json, "recurring_ended": monthlyGiftsEnded.json,
            "customers_deleted": customersDeleted.json, "erased": DonorErasure.erased.json,
            "kept": DonorErasure.kept.json,
        ]
    }

    fileprivate var lines: [LabeledLine] {
        [
            ("forgotten", erasure.donor), ("erased", DonorErasure.erased),
            (
                "",
                "\(counted(gifts, "gift")), \(counted(erasure.receipts, "receipt")), \(counted(monthlyGiftsEnded, "monthly gift")) ended, \(counted(customersDeleted, "customer")) deleted"
            ),
            ("kept", DonorErasure.kept.joined(separator: "\n")),
        ]
    }
}

/// The options that select a donor.
struct DonorNameOptions: ParsableArguments {
    @Argument(help: "The donor's e-mail address or id.")
    var donor: String?

    @Option(help: ArgumentHelp("The donor's e-mail address, instead of the argument.", valueName: "address"))
    var email: String?

    func validate() throws {
        if (donor == nil) == (email == nil) {
            throw ValidationError("Specify the donor either as an argument or with --email.")
        }
    }

    var name: DonorName { email.map(DonorName.email) ?? DonorName(donor ?? "") }
}
