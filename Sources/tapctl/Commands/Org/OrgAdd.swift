import ArgumentParser
import DataFolderKit
import Documents
import Giving
import Processor

/// `tapctl org add`: one more organization.
struct OrgAdd: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add an organization.",
        discussion: """
            EXAMPLES:
              tapctl org add WoodlandsChurch --name "The Woodlands Church"
              tapctl org add Grace --name "Grace" --currency eur \\
                  --time-zone Europe/Berlin --country DE --least 2

            The id stands in URLs and on tags, for ever. With the simulated processor its
            account is made and onboarded at once; --no-onboard leaves that to
            `org onboard`.
            """)

    @Argument(help: "Its id: 1 to 64 letters, digits, '.', '_' and '-'.")
    var id: String

    @OptionGroup var entered: OrgFieldOptions

    @Flag(help: "Make no account at the processor yet.")
    var noOnboard = false

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let (fields, onboards) = (entered.fields, !noOnboard)
        let shown = try await data.withData(making: true) { data in
            try await data.write { transaction, now in
                _ = try transaction.addOrganization(id, fields, at: now)
            }
            if onboards { _ = try await data.onboard(id, outcome: .complete) }
            return try await data.organization(id)
        }
        try output.print(shown.document) { columns(shown.lines(style: $0), style: $0) }
    }
}
