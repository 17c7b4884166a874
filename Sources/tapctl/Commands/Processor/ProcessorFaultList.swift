import ArgumentParser
import Documents
import ProcessorSimulator

/// `tapctl processor fault list`: what goes wrong now.
struct ProcessorFaultList: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List what goes wrong now, and how often it was met.",
        discussion: """
            EXAMPLES:
              tapctl processor fault list
              tapctl processor fault list --url http://127.0.0.1:12111
            """)

    @OptionGroup var door: ProcessorDoorOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let page: ToldFaults = try await door.withDoor {
            try await $0.ask("GET", SimulatedProcessor.faultPath)
        }
        let rules = try page.data.map { try $0.rule() }
        try output.print(.list(rules.map(\.document), hasMore: false)) { style in
            guard !rules.isEmpty else {
                return "nothing goes wrong; `tapctl processor fault set` changes that"
            }
            return table(
                [["fault", "what", "met"]] + rules.map { [String($0.number), $0.sentence, String($0.seen)] },
                numbers: ["fault", "met"], style: style)
        }
    }
}
