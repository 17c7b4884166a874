import ArgumentParser
import DataFolderKit
import Dependents
import Documents
import TokenKit

/// `tapctl dependent link`: a new link for a guardian.
struct DependentLink: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "link", abstract: "Make a guardian's link to the pages; the one before ends.",
        discussion: """
            EXAMPLES:
              tapctl dependent link grd_sample

            Whoever has the link sees the guardian's dependents and pays for them. It is
            shown this once. It stands behind the address of `tapctl serve`.
            """)

    @Argument(help: "The guardian's id.")
    var guardian: String

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let token = try await data.withData(needsProcessor: false) { data in
            try await data.products.dependents.newLink(of: guardian)
        }
        let path = "/-/dependents/\(token.text)"
        let document: JSONValue = [
            "object": "dependent_link", "guardian": .string(guardian), "path": .string(path),
        ]
        try output.print(document) { _ in path }
    }
}
