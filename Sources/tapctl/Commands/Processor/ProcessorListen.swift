import ArgumentParser
import DataFolderKit
import Documents
import Foundation
import ProcessorServer
import ProcessorSimulator
import TimeKit

/// `tapctl processor listen`: forwards events to an address until it is stopped.
struct ProcessorListen: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "listen", abstract: "Send events to a URL until Ctrl-C.",
        discussion: """
            EXAMPLES:
              tapctl processor listen --forward-to http://localhost:4242/webhook
              tapctl processor listen --forward-to localhost:4242/webhook \\
                --events payment_intent.succeeded,charge.refunded
              tapctl processor listen --forward-to localhost:4242/webhook \\
                --url http://127.0.0.1:12111

            Creates an endpoint, prints its signing secret and one line per delivery, and
            removes the endpoint when it stops. With --url, the server at that URL delivers
            the events. With --connect-forward-to, events of connected accounts are sent
            through a second endpoint with its own URL and secret.
            """)

    @Option(help: ArgumentHelp("The URL to which events are sent.", valueName: "url"))
    var forwardTo: String

    @Option(help: ArgumentHelp("The URL for events of connected accounts.", valueName: "url"))
    var connectForwardTo: String?

    @Option(help: ArgumentHelp("Send only events of these comma-separated types.", valueName: "types"))
    var events = "*"

    @Flag(name: .customLong("allow-remote-webhooks"), help: "Also send events to other machines.")
    var allowRemote = false

    @OptionGroup var connection: ProcessorConnectionOptions

    func run() async throws {
        let wanted = [(false, forwardTo)] + (connectForwardTo.map { [(true, $0)] } ?? [])
        let types = events.split(separator: ",").map(String.init)
        try await connection.withConnection(endsByInterrupt: true) { connection in
            let before = try await Self.newest(connection)
            var endpoints: [MadeEndpoint] = []
            for (isConnect, target) in wanted {
                let url = target.contains("://") ? target : "http://" + target
                endpoints.append(try await Self.make(url, isConnect: isConnect, types, connection))
            }
            for (made, endpoint) in zip(endpoints, wanted) {
                Self.say(
                    "signing secret\(endpoint.0 ? " of connected accounts" : ""): \(printable(made.secret))")
            }
            let ids = Set(endpoints.map(\.id))
            await Self.listen(to: ids, after: before, connection, allowRemote: allowRemote)
            for id in ids { try await Self.remove(id, connection) }
        }
    }

    /// Prints deliveries until the task is canceled. If no other program serves the processor, also delivers
    /// the processor's events.
    private static func listen(
        to endpoints: Set<String>, after before: Int, _ connection: ProcessorConnection, allowRemote: Bool
    ) async {
        await withTaskGroup(of: Void.self) { group in
            if let processor = connection.processor {
                var configuration = WebhookDeliverer.Configuration()
                configuration.allowsRemote = allowRemote
                let deliverer = WebhookDeliverer(processor: processor, configuration: configuration)
                group.addTask { try? await deliverer.run() }
            }
            group.addTask {
                var last = before
                while !Task.isCancelled {
                    last = await report(endpoints, after: last, connection)
                    try? await Task.sleep(for: .milliseconds(200))
                }
            }
        }
    }

    private static func report(_ endpoints: Set<String>, after last: Int, _ connection: ProcessorConnection)
        async -> Int
    {
        let page: AttemptsResponse? = try? await connection.ask(
            "GET", "/_tapctl/deliveries/after/\(last)")
        let attempts = page?.data ?? []
        for attempt in attempts where endpoints.contains(attempt.webhookEndpoint) { say(line(attempt)) }
        return attempts.last?.number ?? last
    }

    private static func line(_ attempt: AttemptResponse) -> String {
        printable(
            "\(attempt.time.iso8601)  \(attempt.type) [\(attempt.event)]  <-- [\(attempt.outcome)] POST \(attempt.url)"
        )
    }

    private static func say(_ text: String) {
        print(text)
        fflush(nil)
    }

    private static func newest(_ connection: ProcessorConnection) async throws -> Int {
        let page: AttemptsResponse = try await connection.ask("GET", "/_tapctl/deliveries")
        return page.data.first?.number ?? 0
    }

    private static func make(
        _ url: String, isConnect: Bool, _ types: [String], _ connection: ProcessorConnection
    )
        async throws -> MadeEndpoint
    {
        var form = [(name: "url", value: url), (name: "connect", value: isConnect ? "true" : "false")]
        form += types.map { (name: "enabled_events[]", value: $0) }
        return try await connection.ask("POST", "/v1/webhook_endpoints", form)
    }

    /// Removes an endpoint that the command created, even if the task was canceled by Ctrl-C.
    private static func remove(_ id: String, _ connection: ProcessorConnection) async throws {
        let removing = Task {
            let _: RemovedEndpoint = try await connection.ask("DELETE", "/v1/webhook_endpoints/\(id)")
        }
        try await removing.value
    }

    private struct MadeEndpoint: Decodable, Sendable {
        var id: String
        var secret: String
    }

    private struct RemovedEndpoint: Decodable, Sendable {
        var deleted: Bool
    }
}
