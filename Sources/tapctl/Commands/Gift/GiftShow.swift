import ArgumentParser
import Giving

/// `tapctl gift show`: one gift.
struct GiftShow: AsyncParsableCommand, PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a gift.",
        discussion: """
            EXAMPLES:
              tapctl gift show gift_01jd3x0…
              tapctl gift show gift_01jd3x0… --json
            """)

    @Argument(help: "The gift's id.")
    var id: String

    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let id = id
        let gift = try await data.withData { data in
            guard let gift = try await data.read({ try $0.gift(id) }) else {
                throw GivingError(.notFound, "gift \(id)")
            }
            return gift
        }
        try output.print(gift.document) { columns(gift.lines(style: $0), style: $0) }
    }
}
