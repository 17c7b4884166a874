import ArgumentParser
import DataFolderKit
import Documents
import Giving
import Payees

/// `tapctl booking payees`: who is paid for jobs.
struct BookingPayees: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "payees", abstract: "List who is paid for jobs, newest first.",
        discussion: """
            EXAMPLES:
              tapctl booking payees
              tapctl booking payees --org Builder --json | jq -r '.data[].id'

            Each with its id, and how far its payouts are set up.
            """)

    @Option(help: ArgumentHelp("Only those of this organization.", valueName: "id"))
    var org: String?

    @OptionGroup var page: PageOptions
    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let options = page
        let found = try await data.withData(needsProcessor: false) { data in
            let (organization, behind) = try await data.read { transaction in
                let organization = try org.map { try transaction.knownOrganization($0).id }
                let behind = try options.behind { id in
                    guard let payee = try transaction.payeeProfile(id) else { return false }
                    return organization == nil || payee.org == organization
                }
                return (organization, behind)
            }
            return try await data.products.payees.profiles(
                of: organization, behind: behind, limit: options.asked)
        }
        let page = Page(found.map(ShownPayee.init), options)
        try output.print(.list(page.elements.map(\.document), hasMore: page.hasMore)) { style in
            page.elements.isEmpty
                ? "no payees; `tapctl booking enroll` enrolls one"
                : ShownPayee.table(page.elements, style: style)
        }
        if !output.json { page.tellMore(\.profile.id) }
    }
}
