import ArgumentParser
import DataFolderKit
import Dependents
import Documents
import Giving

/// `tapctl dependent list`: who is enrolled, and what is due for them.
struct DependentList: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List dependents, what is due first before all others.",
        discussion: """
            EXAMPLES:
              tapctl dependent list
              tapctl dependent list --guardian grd_sample --json

            Days are counted by the clocks of the agency. At most 200 are listed.
            """)

    @Option(help: ArgumentHelp("Only of this guardian.", valueName: "id"))
    var guardian: String?

    @Option(help: ArgumentHelp("Only of this organization.", valueName: "id"))
    var org: String?

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let reviews = try await data.withData(needsProcessor: false) { data in
            let id = try await data.read { transaction in
                try org.map { try transaction.knownOrganization($0).id }
            }
            return try await data.products.dependents.reviews(of: guardian, at: id)
        }
        try output.print(.list(reviews.map(\.document), hasMore: false)) { style in
            reviews.isEmpty
                ? "no dependents; `tapctl dependent enroll` enrolls them" : reviews.table(style: style)
        }
    }
}
