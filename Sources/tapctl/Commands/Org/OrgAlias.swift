import ArgumentParser
import DataFolderKit
import Documents
import Giving

/// `tapctl org alias`: another name that URLs may use.
struct OrgAlias: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "alias", abstract: "Add or remove another name of an organization.",
        discussion: """
            EXAMPLES:
              tapctl org alias WoodlandsChurch Woodlands
              tapctl org alias WoodlandsChurch Woodlands --remove

            A URL finds the organization by such a name only if it is exactly this one.
            """)

    @Argument(help: "The organization's id.")
    var id: String

    @Argument(help: "The other name, at most 64 characters, in any script.")
    var alias: String

    @Flag(help: "Take the name away; URLs with it then lead nowhere.")
    var remove = false

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let shown = try await data.withData(needsProcessor: false) { data in
            try await data.write { transaction, _ in
                _ =
                    try remove
                    ? transaction.removeAlias(alias, from: id) : transaction.addAlias(alias, to: id)
            }
            return try await data.organization(id)
        }
        try output.print(shown.document) { columns(shown.lines(style: $0), style: $0) }
    }
}
