import ArgumentParser
import Documents
import TimeKit

/// `tapctl processor roll`: a new secret.
struct ProcessorRoll: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "roll", abstract: "Give a webhook endpoint a new signing secret.",
        discussion: """
            EXAMPLES:
              tapctl processor roll we_0000000B...
              tapctl processor roll we_0000000B... --overlap 3600

            Until the overlap has passed, both secrets sign; a day is the longest.
            """)

    @Argument(help: ArgumentHelp("The endpoint.", valueName: "endpoint"))
    var endpoint: String

    @Option(help: ArgumentHelp("How long the old secret signs as well.", valueName: "seconds"))
    var overlap: UInt32 = 86_400

    @OptionGroup var door: ProcessorDoorOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let path = "/_tapctl/webhook_endpoints/\(endpoint)/roll/\(overlap)"
        let rolled: Rolled = try await door.withDoor { try await $0.ask("POST", path) }
        let ends = Timestamp(seconds: Int64(rolled.oldSecretEnds)).iso8601
        let document: JSONValue = [
            "object": "rolled_secret", "webhook_endpoint": .string(rolled.webhookEndpoint),
            "secret": .string(rolled.secret), "old_secret_ends": .string(ends),
        ]
        try output.print(document) { _ in
            "\(printable(rolled.secret))\nthe old secret signs as well until \(ends)"
        }
    }

    private struct Rolled: Decodable, Sendable {
        var webhookEndpoint: String
        var secret: String
        var oldSecretEnds: Int
    }
}
