import ArgumentParser
import DataFolderKit
import Dependents
import Documents

/// `tapctl dependent review`: what is seen before the fee is paid.
struct DependentShow: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "review", abstract: "Show one dependent: the service, the days, the fee.",
        discussion: """
            EXAMPLES:
              tapctl dependent review dep_husam
              tapctl dependent review dep_husam --json
            """)

    @Argument(help: "The dependent's id.")
    var id: String

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let review = try await data.withData(needsProcessor: false) { data in
            try await data.products.dependents.review(id)
        }
        try output.print(review.document) { columns(review.lines, style: $0) }
    }
}
