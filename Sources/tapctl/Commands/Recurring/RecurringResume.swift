import ArgumentParser
import Giving

/// `tapctl recurring resume`: a paused monthly gift goes on.
struct RecurringResume: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Go on with a monthly gift that was paused.",
        discussion: """
            EXAMPLES:
              tapctl recurring resume rec_01jd3x0...
            """)

    @Argument(help: "The monthly gift's id.")
    var id: String

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws { try await change(id, [.resume], data, output) }
}
