import ArgumentParser
import DataFolderKit
import Documents
import Giving
import MoneyKit

/// `tapctl org list`: all organizations.
struct OrgList: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List organizations, by id.",
        discussion: """
            EXAMPLES:
              tapctl org list
              tapctl org list --after Grace --limit 100 --json
            """)

    @OptionGroup var page: PageOptions
    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let options = page
        let found = try await data.read { transaction in
            try transaction.organizations(behind: options.after, limit: options.asked).map {
                organization in
                try ShownOrganization(organization, in: transaction)
            }
        }
        let page = Page(found, options)
        try output.print(.list(page.elements.map(\.document), hasMore: page.hasMore)) { style in
            guard !page.elements.isEmpty else { return "no organizations; `tapctl org add` makes one" }
            return table(
                [["org", "name", "currency", "account", "status"]]
                    + page.elements.map { shown in
                        [
                            shown.organization.id, printable(shown.organization.displayName),
                            shown.organization.currency.code, shown.onboarding,
                            shown.status(style: style),
                        ]
                    }, shrinking: ["name"], style: style)
        }
        if !output.json { page.tellMore(\.organization.id) }
    }
}
