import ArgumentParser
import Giving

/// `tapctl recurring cancel`: a monthly gift ends.
struct RecurringCancel: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "cancel", abstract: "End a monthly gift: nothing is charged any more.",
        discussion: """
            EXAMPLES:
              tapctl recurring cancel rec_01jd3x0...

            What was given stays given; `gift refund` gives it back. An ended monthly gift
            is never charged again: a new one is made with `gift make --recurring`.
            """)

    @Argument(help: "The monthly gift's id.")
    var id: String

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws { try await change(id, [.cancel], data, output) }
}
