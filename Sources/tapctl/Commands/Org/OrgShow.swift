import ArgumentParser
import DataFolderKit
import Documents

/// `tapctl org show`: one organization.
struct OrgShow: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show an organization, its funds and its account.",
        discussion: """
            EXAMPLES:
              tapctl org show WoodlandsChurch
            """)

    @Argument(help: "Its id, in any case, or one of its other names exactly.")
    var id: String

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let shown = try await data.withData(needsProcessor: false) { try await $0.organization(id) }
        try output.print(shown.document) { columns(shown.lines(style: $0), style: $0) }
    }
}
