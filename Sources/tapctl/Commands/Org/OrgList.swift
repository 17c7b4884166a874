import ArgumentParser
import Giving
import MoneyKit

/// `tapctl org list`: all organizations.
struct OrgList: AsyncParsableCommand, PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List organizations, by id.",
        discussion: """
            EXAMPLES:
              tapctl org list
              tapctl org list --after Grace --limit 100 --json
            """)

    @Option(help: ArgumentHelp("Start after this one.", valueName: "id"))
    var after: String?

    @Option(help: ArgumentHelp("How many to show, 1 to 1000.", valueName: "count"))
    var limit = 100

    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if !(1...1000).contains(limit) { throw ValidationError("--limit takes 1 to 1000.") }
    }

    func run() async throws {
        let (after, limit) = (after, limit)
        let found = try await data.withData { data in
            try await data.read { unit in
                try unit.organizations(behind: after, limit: limit + 1).map { organization in
                    try ShownOrganization(organization, in: unit)
                }
            }
        }
        let page = found.prefix(limit)
        try output.print(.list(page.map(\.document), hasMore: found.count > limit)) { style in
            guard !page.isEmpty else { return "no organizations; `tapctl org add` makes one" }
            return table(
                [["org", "name", "currency", "account", "status"]]
                    + page.map { shown in
                        [
                            shown.organization.id, printable(shown.organization.displayName),
                            shown.organization.currency.code, shown.onboarding,
                            shown.organization.status.rawValue,
                        ]
                    }, style: style)
        }
    }
}
