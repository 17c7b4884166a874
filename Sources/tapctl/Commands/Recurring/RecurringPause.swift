import ArgumentParser
import DataFolderKit
import Documents
import Giving

/// `tapctl recurring pause`: no charges for a while.
struct RecurringPause: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "pause", abstract: "Charge nothing until a day, or until it is resumed.",
        discussion: """
            EXAMPLES:
              tapctl recurring pause rec_01jd3x0...
              tapctl recurring pause rec_01jd3x0... --until 2027-03-01

            What would have been given in the meantime is not asked for later. A day
            begins by the organization's clock.
            """)

    @Argument(help: "The monthly gift's id.")
    var id: String

    @Option(
        help: ArgumentHelp("From this day or moment on it is charged again.", valueName: "time"),
        transform: RecurringPause.end)
    var until: PauseEnd?

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await change(id, data, output) { [.pause(until: until?.moment(by: $0.calendar))] }
    }

    private static func end(_ text: String) throws -> PauseEnd {
        guard let end = PauseEnd(iso8601: text) else {
            throw ValidationError("Write it like 2027-03-01 or 2027-03-01T09:00:00Z.")
        }
        return end
    }
}
