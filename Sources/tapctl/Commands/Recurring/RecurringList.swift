import ArgumentParser
import DataFolderKit
import Documents
import Giving
import MoneyKit
import TimeKit

/// `tapctl recurring list`: monthly gifts, newest first.
struct RecurringList: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List monthly gifts, newest first.",
        discussion: """
            A monthly gift whose first charge was declined never began: `gift list` has
            it as a failed gift.

            EXAMPLES:
              tapctl recurring list --org WoodlandsChurch
              tapctl recurring list --donor donor@example.org --json
            """)

    @Option(help: ArgumentHelp("Only of this organization.", valueName: "id"))
    var org: String?

    @Option(help: ArgumentHelp("Of this donor.", valueName: "address or id"))
    var donor: String?

    @OptionGroup var page: PageOptions
    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let options = page
        let (found, names) = try await data.read { transaction, now in
            let organization = try org.map { try transaction.knownOrganization($0).id }
            let behind = try options.behind(
                { id in
                    guard let gift = try transaction.recurring(id) else { return false }
                    return organization == nil || gift.organization == organization
                }, ids: transaction.recurringGifts(beginning:limit:))
            let found = try transaction.recurringGifts(
                organization: organization,
                donor: try donor.map { try transaction.knownDonor(DonorName($0)).id },
                includingDeclined: false,
                behind: behind,
                limit: options.asked)
            return (found, try GivingNames(of: found, in: transaction, at: now))
        }
        let page = Page(found, options)
        try output.print(.list(page.elements.map(\.document), hasMore: page.hasMore)) {
            Self.table(page.elements, names: names, style: $0)
        }
        if !output.json { page.tellMore(\.id) }
    }

    private static func table(_ gifts: [RecurringGift], names: GivingNames, style: Style) -> String {
        guard !gifts.isEmpty else { return "no monthly gifts; `tapctl gift make --recurring` makes one" }
        return tapctl.table(
            [["monthly gift", "donor", "to", "amount", "day", "next", "status"]]
                + gifts.map { gift in
                    [
                        style.short(gift.id), gift.giver.listed,
                        "\(gift.organization)/\(gift.fund)",
                        gift.amount.shown, String(gift.dayOfMonth),
                        gift.nextCharge.map { names.moment($0, of: gift.organization) } ?? "none",
                        gift.status.word(style: style),
                    ]
                }, numbers: ["amount", "day", "next"], shrinking: ["donor", "to"], style: style)
    }
}
