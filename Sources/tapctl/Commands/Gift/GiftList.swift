import ArgumentParser
import DataFolderKit
import Documents
import Giving
import TimeKit

/// `tapctl gift list`: lists gifts, newest first.
struct GiftList: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List gifts, newest first.",
        discussion: """
            EXAMPLES:
              tapctl gift list --org WoodlandsChurch
              tapctl gift list --org WoodlandsChurch --fund 12 --status failed
              tapctl gift list --email donor@example.org --since 2026-01-01
              tapctl gift list --org WoodlandsChurch --since 2026-03-01 \\
                  --until 2026-03-31 --format csv > march.csv

            --since and --until are inclusive, in the organization's time zone. A gift
            counts on the day it was made. If the month of that day was closed before the
            gift became known, it counts on the day it became known. --format csv writes
            all gifts, unless you set --limit; the gifts of a closed month are written as
            they were when the month was closed.
            """)

    @Option(help: .onlyOrganization)
    var org: String?

    @Option(help: ArgumentHelp("Only gifts to this fund.", valueName: "id"))
    var fund: String?

    @Option(help: ArgumentHelp("Only gifts from the donor with this e-mail address.", valueName: "address"))
    var email: String?

    @Option(
        help: "Only gifts with this status: succeeded, failed, refunded, ...",
        completion: Gift.Status.completion, transform: Gift.Status.typed)
    var status: Gift.Status?

    @Option(help: ArgumentHelp("Only gifts that belong to this monthly gift.", valueName: "id"))
    var recurring: String?

    @OptionGroup var days: DayOptions
    @OptionGroup var page: PageOptions
    @OptionGroup var sheet: SheetOptions
    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func validate() throws { try sheet.refuse(beside: output) }

    func run() async throws {
        if sheet.isWanted {
            return try await sheet.printAll(page, head: GiftSheet.head, id: \.id, found: found) {
                [$0.sheetLine(names: $1)]
            }
        }
        let (gifts, names) = try await found(after: nil, limit: page.asked)
        try output.print(
            gifts, page, id: \.id, document: \.document,
            none: "no gifts; `tapctl gift make` creates one", of: "gifts",
            filters: [org, fund, email, recurring, status, days.since, days.until]
        ) { gifts, style in
            table(
                [["gift", "when", "donor", "to", "amount", "status"]]
                    + gifts.map { gift in
                        [
                            style.short(gift.id), names.moment(of: gift), gift.giver.listed,
                            "\(gift.organization)/\(gift.fund)", gift.amountListed,
                            gift.status.word(style: style),
                        ]
                    }, numbers: ["when", "amount"], shrinking: ["donor", "to", "status"], style: style)
        }
    }

    private func found(after last: String?, limit: Int) async throws -> ([Gift], GivingNames) {
        var query = GiftQuery(fund: fund, recurring: recurring, status: status, limit: limit)
        (query.sinceDay, query.untilDay, query.isAsClosed) = (days.since, days.until, sheet.isWanted)
        let asked = query
        return try await data.read { transaction, now in
            var query = asked
            let organization = try org.map(transaction.knownOrganization)
            query.organization = organization?.id
            query.recurring = try query.recurring.map { try transaction.knownRecurring($0).id }
            query.donor = try email.map { try transaction.donor(.email($0)).id }
            let wanted = query
            query.after =
                try last
                ?? page.cursor(
                    { id in try transaction.gift(id).map(wanted.concerns) ?? false },
                    ids: transaction.gifts(beginning:limit:))
            let gifts = try transaction.gifts(query)
            return (
                gifts, try GivingNames(of: gifts, asClosed: query.isAsClosed, in: transaction, at: now)
            )
        }
    }
}
