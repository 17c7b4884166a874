import ArgumentParser
import Documents

/// `tapctl processor resend`: an event once more.
struct ProcessorResend: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "resend", abstract: "Deliver an event once more.",
        discussion: """
            EXAMPLES:
              tapctl processor resend evt_0000000A8sK2...
              tapctl processor resend evt_0000000A8sK2... --endpoint we_0000000B...

            It goes to every endpoint that wants it, or to the one that is named, and is
            sent by whoever serves the processor.
            """)

    @Argument(help: ArgumentHelp("The event.", valueName: "event"))
    var event: String

    @Option(help: ArgumentHelp("Only to this endpoint.", valueName: "id"))
    var endpoint: String?

    @OptionGroup var door: ProcessorDoorOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let path = "/_tapctl/events/\(event)/resend" + (endpoint.map { "/" + $0 } ?? "")
        let resent: Resent = try await door.withDoor { try await $0.ask("POST", path) }
        let document: JSONValue = [
            "object": "resent_event", "event": .string(resent.event),
            "webhook_endpoints": .array(resent.webhookEndpoints.map { .string($0) }),
        ]
        try output.print(document) { _ in
            resent.webhookEndpoints.isEmpty
                ? "no endpoint wants it"
                : "on its way to " + resent.webhookEndpoints.map(printable).joined(separator: ", ")
        }
    }

    private struct Resent: Decodable, Sendable {
        var event: String
        var webhookEndpoints: [String]
    }
}
