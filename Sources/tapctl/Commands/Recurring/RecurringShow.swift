import ArgumentParser
import Giving

/// `tapctl recurring show`: one monthly gift.
struct RecurringShow: AsyncParsableCommand, PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a monthly gift.",
        discussion: """
            EXAMPLES:
              tapctl recurring show rec_01jd3x0…
              tapctl gift list --recurring rec_01jd3x0…         its gifts, one a month
            """)

    @Argument(help: "The monthly gift's id.")
    var id: String

    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let id = id
        let gift = try await data.withData { data in
            guard let gift = try await data.read({ try $0.recurring(id) }) else {
                throw GivingError(.notFound, "monthly gift \(id.prefix(40))")
            }
            return gift
        }
        try output.print(gift.document) { columns(gift.lines(style: $0), style: $0) }
    }
}
