import ArgumentParser
import Documents

/// `tapctl processor deliveries`: the log of webhooks.
struct ProcessorDeliveries: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "deliveries", abstract: "List the attempts to deliver webhooks, newest first.",
        discussion: """
            EXAMPLES:
              tapctl processor deliveries
              tapctl processor deliveries --json
            """)

    @OptionGroup var door: ProcessorDoorOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let page: ToldAttempts = try await door.withDoor { door in
            try await door.ask("GET", "/_tapctl/deliveries")
        }
        try output.print(.list(page.data.map(\.document), hasMore: page.hasMore)) { style in
            guard !page.data.isEmpty else {
                return "no deliveries; an endpoint wants events, and `tapctl processor serve` delivers them"
            }
            return table(
                [ToldAttempt.head] + page.data.map(\.row), numbers: ["attempt"], shrinking: ["to", "answer"],
                style: style)
        }
    }
}
