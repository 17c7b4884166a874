import ArgumentParser
import DataFolderKit
import Documents
import Giving
import TimeKit

/// `tapctl donor list`: who gives, newest first.
struct DonorList: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List donors, newest first, with what they have given.",
        discussion: """
            EXAMPLES:
              tapctl donor list --org WoodlandsChurch
              tapctl donor list --format csv > donors.csv
              tapctl donor list --after donor_01jd3x0... --limit 100 --json

            Gifts less refunds do not include covered fees, and no fee is deducted.
            --format csv writes all, unless there is a --limit.
            """)

    @Option(help: ArgumentHelp("Who has given to this organization.", valueName: "id"))
    var org: String?

    @OptionGroup var page: PageOptions
    @OptionGroup var sheet: SheetOptions
    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func validate() throws { try sheet.refuse(beside: output) }

    func run() async throws {
        if sheet.isWanted {
            return try await sheet.printAll(page, head: ShownDonor.sheetHead, id: \.donor.id, found: found) {
                $0.sheetLines(names: $1)
            }
        }
        let (donors, names) = try await found(behind: nil, limit: page.asked)
        let page = Page(donors, page)
        try output.print(.list(page.elements.map(\.document), hasMore: page.hasMore)) { style in
            guard !page.elements.isEmpty else { return "no donors; the first gift of somebody makes one" }
            return table(
                [["donor", "name", "e-mail", "gifts", "gifts less refunds", "last gift"]]
                    + page.elements.map { $0.row(names: names, style: style) },
                numbers: ["gifts", "gifts less refunds", "last gift"], shrinking: ["name", "e-mail"],
                style: style)
        }
        if !output.json { page.tellMore(\.donor.id) }
    }

    private func found(behind last: String?, limit: Int) async throws -> ([ShownDonor], GivingNames) {
        return try await data.read { transaction, now in
            let organization = try org.map { try transaction.knownOrganization($0).id }
            let behind =
                try last
                ?? page.behind(
                    { id in
                        guard let organization else { return try transaction.donor(id) != nil }
                        return try transaction.totals(ofDonor: id).contains {
                            $0.organization == organization
                        }
                    }, ids: transaction.donors(beginning:limit:))
            let donors = try transaction.donors(organization: organization, behind: behind, limit: limit)
                .map { try ShownDonor($0, of: organization, in: transaction) }
            let organizations = try Set(donors.flatMap(\.totals).map(\.organization))
                .compactMap { try transaction.organization($0) }
            return (donors, try GivingNames(organizations: organizations, in: transaction, at: now))
        }
    }
}
