import ArgumentParser
import Documents
import FailureKit
import Processor
import ProcessorClient
import ProcessorSimulator

/// `tapctl processor trigger`: triggers an event by sending the requests that cause it.
struct ProcessorTriggerCommand: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "trigger", abstract: "Trigger an event by creating the objects that cause it.",
        discussion: """
            EXAMPLES:
              tapctl processor trigger payment_intent.succeeded
              tapctl processor trigger charge.refunded --url http://127.0.0.1:12111
              tapctl processor trigger --list

            An event that depends on the clock, such as payout.paid, occurs when it is due.
            """)

    @Argument(help: "The type of the event.")
    var event: String?

    @Flag(help: "List the events that can be triggered.")
    var list = false

    @OptionGroup var connection: ProcessorConnectionOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if event == nil, !list { throw ValidationError("Specify an event, or use --list.") }
    }

    func run() async throws {
        guard !list, let event else { return try printList() }
        guard let trigger = ProcessorTrigger.named(event) else { throw Self.unknown(event) }
        let reported = try await connection.withConnection { connection in
            let before = try await Self.newest(event, connection)
            try await trigger.run { try await connection.send($0) }
            let now = try await Self.newest(event, connection)
            return now?.id == before?.id ? nil : now
        }
        guard let reported else {
            guard trigger.comesLater else {
                throw CommandError(
                    .ourBug, code: "notTriggered",
                    "the objects that cause \(event) were created, but the event did not occur")
            }
            return try output.print(
                [
                    "object": "triggered", "type": event.json, "comes_later": true, "event": .null,
                ], "\(event) will occur when it is due")
        }
        try output.print(
            [
                "object": "triggered", "type": event.json, "comes_later": false, "event": reported.document,
            ], "\(event) occurred: \(printable(reported.id))")
    }

    private static func newest(_ event: String, _ connection: ProcessorConnection) async throws -> EventHead?
    {
        try await connection.events(ofType: event, ListQuery(limit: 1)).data.first
    }

    private func printList() throws {
        let names = ProcessorTrigger.all.map(\.event)
        try output.print(.list(names.map(\.json))) { _ in
            names.joined(separator: "\n")
        }
    }

    private static func unknown(_ event: String) -> CommandError {
        let near = nearest(to: event, among: ProcessorTrigger.all.map(\.event))
        return CommandError(
            usage: "\"\(event)\" cannot be triggered",
            remedy: near.map { "did you mean \($0)?" }
                ?? "`tapctl processor trigger --list` lists all possible events"
        )
    }
}
