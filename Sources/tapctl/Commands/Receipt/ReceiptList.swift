import ArgumentParser
import DataFolderKit
import Documents
import FailureKit
import Giving
import MoneyKit
import TimeKit

/// `tapctl receipt list`: lists the receipts of a year, sorted by number.
struct ReceiptList: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List an organization's receipts for a year, sorted by number.",
        discussion: """
            EXAMPLES:
              tapctl receipt list --org WoodlandsChurch --year 2026
              tapctl receipt list --after T-WoodlandsChurch-2026-000025

            Void receipts are included, so that numbers have no gaps. After a backup is
            restored, numbers continue in a new segment, such as
            T-WoodlandsChurch-2026-R1-000001. You can omit --org if there is only one
            organization. The default for --year is the current year in the organization's
            time zone.
            """)

    @Option(help: .organization)
    var org: String?

    @Option(help: "The year of issue.")
    var year: Int?

    @OptionGroup var page: PageOptions
    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func validate() throws { try (1...9999).validate(year, of: "--year") }

    func run() async throws {
        try page.check { ReceiptNumber($0) != nil }
        let last = page.after.flatMap { ReceiptNumber($0) }
        let (found, shownYear) = try await data.read { transaction, now in
            let organization =
                if let name = org ?? last?.organization {
                    try transaction.knownOrganization(name)
                } else if let only = try transaction.onlyOrganization() {
                    only
                } else {
                    throw CommandError(
                        usage: "--org is required unless there is exactly one organization",
                        remedy: "use --org; `tapctl org list` shows all organizations")
                }
            let year = year ?? last?.year ?? organization.calendar.date(of: now).year
            try page.check { _ in
                guard let last, last.organization == organization.id, last.year == year else {
                    return false
                }
                return try transaction.receipt(last) != nil
            }
            let found = try transaction.receipts(
                organization: organization.id, year: year, segment: last?.segment ?? 0,
                after: last?.position ?? 0, limit: page.asked)
            return (found, year)
        }
        try output.print(
            found, page, id: \.number.text, document: \.document, none: "no receipts in \(shownYear)",
            of: "receipts"
        ) { receipts, style in
            table(
                [["receipt", "of", "donor", "fund", "total", "state"]]
                    + receipts.map { $0.row(style: style) }, numbers: ["total"],
                shrinking: ["donor", "fund"], style: style)
        }
    }
}

extension Receipt {
    fileprivate func row(style: Style) -> [String] {
        [
            number.text, date.iso8601, printable(donorName), printable(fundName), total.shown,
            state.word(style: style),
        ]
    }
}
