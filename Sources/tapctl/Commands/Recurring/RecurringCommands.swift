import ArgumentParser
import DataFolderKit
import Documents
import Giving
import MoneyKit
import StaffAccess
import TimeKit

/// `tapctl recurring`: manages monthly gifts.
struct RecurringCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recurring", abstract: "List, change and cancel monthly gifts.",
        subcommands: [
            RecurringList.self, RecurringShow.self, RecurringChangeCommand.self, RecurringPause.self,
            RecurringResume.self, RecurringCancel.self,
        ])
}

/// `tapctl recurring list`: lists monthly gifts, newest first.
struct RecurringList: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List monthly gifts, newest first.",
        discussion: """
            A monthly gift whose first charge was declined never started, so it is not
            listed here: `gift list` lists it as a failed gift.

            EXAMPLES:
              tapctl recurring list --org WoodlandsChurch
              tapctl recurring list --donor donor@example.org --json
            """)

    @Option(help: .onlyOrganization)
    var org: String?

    @Option(help: ArgumentHelp("Only monthly gifts from this donor.", valueName: "address or id"))
    var donor: String?

    @OptionGroup var page: PageOptions
    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let (found, names) = try await data.read { transaction, now in
            let organization = try org.map(transaction.knownOrganization)?.id
            let cursor = try page.cursor(
                { id in
                    guard let gift = try transaction.recurring(id) else { return false }
                    return organization == nil || gift.organization == organization
                }, ids: transaction.recurringGifts(beginning:limit:))
            let found = try transaction.recurringGifts(
                organization: organization,
                donor: try donor.map { try transaction.knownDonor(DonorName($0)).id },
                includingDeclined: false,
                after: cursor,
                limit: page.asked)
            return (found, try GivingNames(of: found, in: transaction, at: now))
        }
        try output.print(
            found, page, id: \.id, document: \.document,
            none: "no monthly gifts; `tapctl gift make --recurring` creates one", of: "monthly gifts",
            filters: [org, donor]
        ) { gifts, style in
            table(
                [["monthly gift", "donor", "to", "amount", "day", "next", "status"]]
                    + gifts.map { gift in
                        [
                            style.short(gift.id), gift.giver.listed, "\(gift.organization)/\(gift.fund)",
                            gift.amount.shown, String(gift.dayOfMonth),
                            gift.nextCharge.map { names.moment($0, of: gift.organization) } ?? "none",
                            gift.status.word(style: style),
                        ]
                    }, numbers: ["amount", "day", "next"], shrinking: ["donor", "to"], style: style)
        }
    }
}

/// `tapctl recurring show`: shows a monthly gift.
struct RecurringShow: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a monthly gift.",
        discussion: """
            EXAMPLES:
              tapctl recurring show rec_01jd3x0...
              tapctl gift list --recurring rec_01jd3x0...       its gifts, one a month
            """)

    @Argument(help: "The monthly gift's id.")
    var id: String

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let (gift, names) = try await data.read { transaction, now in
            let gift = try transaction.knownRecurring(id)
            return (gift, try GivingNames(of: [gift], in: transaction, at: now))
        }
        try output.printColumns(gift.document) { gift.lines(names: names, style: $0) }
    }
}

/// `tapctl recurring pause`: pauses a monthly gift.
struct RecurringPause: ChangesData {
    static let configuration = CommandConfiguration(
        commandName: "pause",
        abstract: "Pause a monthly gift until a given day or time, or until you resume it.",
        discussion: """
            EXAMPLES:
              tapctl recurring pause rec_01jd3x0...
              tapctl recurring pause rec_01jd3x0... --until 2027-03-01

            Gifts skipped during the pause are not charged later. If --until is a day,
            charges resume at the start of that day in the organization's time zone.
            """)

    @Argument(help: "The monthly gift's id.")
    var id: String

    @Option(
        help: ArgumentHelp("The day or time at which charges resume.", valueName: "time"),
        transform: RecurringPause.end)
    var until: PauseEnd?

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    var action: AuditLogAction { .pauseRecurring }

    func run() async throws {
        try await change(id, data, output) { [.pause(until: until?.moment(by: $0.calendar))] }
    }

    private static func end(_ text: String) throws -> PauseEnd {
        guard let end = PauseEnd(iso8601: text) else {
            throw ValidationError("Use a day or time such as 2027-03-01 or 2027-03-01T09:00:00Z.")
        }
        return end
    }
}

/// `tapctl recurring resume`: resumes a paused monthly gift.
struct RecurringResume: ChangesData {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Resume a paused monthly gift.",
        discussion: """
            EXAMPLES:
              tapctl recurring resume rec_01jd3x0...
            """)

    @Argument(help: "The monthly gift's id.")
    var id: String

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    var action: AuditLogAction { .resumeRecurring }

    func run() async throws { try await change(id, data, output) { _ in [.resume] } }
}

/// `tapctl recurring cancel`: cancels a monthly gift.
struct RecurringCancel: ChangesData {
    static let configuration = CommandConfiguration(
        commandName: "cancel", abstract: "Cancel a monthly gift permanently.",
        discussion: """
            EXAMPLES:
              tapctl recurring cancel rec_01jd3x0...

            Earlier gifts are not affected; use `gift refund` to refund them. A canceled
            monthly gift cannot be resumed: create a new one with `gift make --recurring`.
            """)

    @Argument(help: "The monthly gift's id.")
    var id: String

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    var action: AuditLogAction { .cancelRecurring }

    func run() async throws { try await change(id, data, output) { _ in [.cancel] } }
}
