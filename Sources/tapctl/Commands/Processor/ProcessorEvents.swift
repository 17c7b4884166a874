import ArgumentParser
import Documents
import Processor
import ProcessorClient

/// `tapctl processor events`: what happened.
struct ProcessorEvents: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "events", abstract: "List what happened at the processor, newest first.",
        discussion: """
            EXAMPLES:
              tapctl processor events
              tapctl processor events --type invoice.paid --json
              tapctl processor events --url http://127.0.0.1:12111
            """)

    @Option(help: ArgumentHelp("Only of this type, as charge.refunded.", valueName: "type"))
    var type: String?

    @Option(help: ArgumentHelp("Start after this event.", valueName: "id"))
    var after: String?

    @Option(help: ArgumentHelp("How many to show, 1 to 100.", valueName: "count"))
    var limit = 25

    @OptionGroup var door: ProcessorDoorOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (1...100).contains(limit) else { throw ValidationError("--limit takes 1 to 100.") }
    }

    func run() async throws {
        let query = ListQuery(limit: limit, startingAfter: after)
        let page = try await door.withDoor { try await $0.events(ofType: type, query) }
        try output.print(.list(page.data.map(\.document), hasMore: page.hasMore)) { style in
            guard !page.data.isEmpty else { return "no events; `tapctl processor trigger` makes some" }
            return table(
                [EventHead.head] + page.data.map(\.row), numbers: ["pending"], shrinking: ["subject"],
                style: style)
        }
    }
}
