import ArgumentParser
import DataFolderKit
import Documents
import FailureKit
import Processor
import ProcessorClient
import ProcessorSimulator
import TimeKit

/// `tapctl processor`: runs and controls the simulated processor, for any program that uses Stripe's API.
struct ProcessorCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "processor", abstract: "Simulate a payment processor with Stripe's API.",
        subcommands: [
            ProcessorServe.self, ProcessorClock.self, ProcessorListen.self, ProcessorTriggerCommand.self,
            ProcessorEvents.self,
            ProcessorDeliveries.self, ProcessorResend.self, ProcessorRoll.self, ProcessorFault.self,
        ])
}

/// `tapctl processor events`: lists the events of the simulated processor.
struct ProcessorEvents: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "events", abstract: "List the processor's events, newest first.",
        discussion: """
            EXAMPLES:
              tapctl processor events
              tapctl processor events --type invoice.paid --json
              tapctl processor events --url http://127.0.0.1:12111
            """)

    @Option(help: "Only events of this type, such as charge.refunded.")
    var type: String?

    @Option(help: ArgumentHelp("Start after the event with this id.", valueName: "id"))
    var after: String?

    @Option(help: ArgumentHelp("The number of events to show, 1 to 100.", valueName: "count"))
    var limit = 25

    @OptionGroup var connection: ProcessorConnectionOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        try (1...100).validate(limit, of: "--limit")
    }

    func run() async throws {
        let query = ListQuery(limit: limit, startingAfter: after)
        let page = try await connection.withConnection { try await $0.events(ofType: type, query) }
        try output.print(
            list: page.data, hasMore: page.hasMore, document: \.document,
            none: emptyText(
                "no events; `tapctl processor trigger` creates one", of: "events", filters: [type, after])
        ) { style in
            table(
                [EventHead.head] + page.data.map(\.row), numbers: ["pending"], shrinking: ["subject"],
                style: style)
        }
    }
}

/// `tapctl processor deliveries`: lists the attempts to deliver webhooks.
struct ProcessorDeliveries: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "deliveries", abstract: "List the webhook delivery attempts, newest first.",
        discussion: """
            EXAMPLES:
              tapctl processor deliveries
              tapctl processor deliveries --json
            """)

    @OptionGroup var connection: ProcessorConnectionOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let page: AttemptsResponse = try await connection.withConnection { connection in
            try await connection.ask("GET", "/_tapctl/deliveries")
        }
        try output.print(
            list: page.data, hasMore: page.hasMore, document: \.document,
            none: "no deliveries; `tapctl processor listen` sends events to a URL"
        ) { style in
            table(
                [AttemptResponse.head] + page.data.map(\.row), numbers: ["attempt"],
                shrinking: ["to", "answer"],
                style: style)
        }
    }
}

/// `tapctl processor resend`: delivers an event again.
struct ProcessorResend: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "resend", abstract: "Deliver an event again.",
        discussion: """
            EXAMPLES:
              tapctl processor resend evt_0000000A8sK2...
              tapctl processor resend evt_0000000A8sK2... --endpoint we_0000000B...

            The program that serves the processor sends the event to every subscribed
            endpoint, or only to --endpoint.
            """)

    @Argument(help: "The event.")
    var event: String

    @Option(help: ArgumentHelp("Send the event only to this endpoint.", valueName: "id"))
    var endpoint: String?

    @OptionGroup var connection: ProcessorConnectionOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let path = "/_tapctl/events/\(event)/resend" + (endpoint.map { "/" + $0 } ?? "")
        let resent: Resent = try await connection.withConnection { try await $0.ask("POST", path) }
        let document: JSONValue = [
            "object": "resent_event", "event": resent.event.json,
            "webhook_endpoints": resent.webhookEndpoints.json,
        ]
        try output.print(document) { _ in
            resent.webhookEndpoints.isEmpty
                ? "no endpoint is subscribed to this event"
                : "the event is on its way to "
                    + resent.webhookEndpoints.map(printable).joined(separator: ", ")
        }
    }

    private struct Resent: Decodable, Sendable {
        var event: String
        var webhookEndpoints: [String]
    }
}

/// `tapctl processor roll`: replaces the signing secret of a webhook endpoint.
struct ProcessorRoll: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "roll", abstract: "Replace a webhook endpoint's signing secret.",
        discussion: """
            EXAMPLES:
              tapctl processor roll we_0000000B...
              tapctl processor roll we_0000000B... --overlap 3600

            Both secrets are valid during the overlap, which can last at most one day.
            """)

    @Argument(help: "The endpoint.")
    var endpoint: String

    @Option(help: ArgumentHelp("How long the old secret remains valid.", valueName: "seconds"))
    var overlap: UInt32 = 86_400

    @OptionGroup var connection: ProcessorConnectionOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let path = "/_tapctl/webhook_endpoints/\(endpoint)/roll/\(overlap)"
        let rolled: Rolled = try await connection.withConnection { try await $0.ask("POST", path) }
        let ends = Timestamp(seconds: rolled.oldSecretEnds).iso8601
        let document: JSONValue = [
            "object": "rolled_secret", "webhook_endpoint": rolled.webhookEndpoint.json,
            "secret": rolled.secret.json, "old_secret_ends": ends.json,
        ]
        try output.print(document) { _ in
            "\(printable(rolled.secret))\nthe old secret remains valid until \(ends)"
        }
    }

    private struct Rolled: Decodable, Sendable {
        var webhookEndpoint: String
        var secret: String
        var oldSecretEnds: Int64
    }
}

/// `tapctl processor fault`: injects faults into the simulated processor.
struct ProcessorFault: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fault", abstract: "Make requests and webhooks fail on demand.",
        subcommands: [ProcessorFaultSet.self, ProcessorFaultList.self, ProcessorFaultClear.self])
}

/// `tapctl processor fault clear`: removes injected faults.
struct ProcessorFaultClear: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "clear", abstract: "End one fault, or all faults.",
        discussion: """
            EXAMPLES:
              tapctl processor fault clear
              tapctl processor fault clear 3
            """)

    @Argument(help: "The fault's number. (default: all faults)")
    var number: UInt32?

    @OptionGroup var connection: ProcessorConnectionOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let path = SimulatedProcessor.faultPath + (number.map { "/\($0)" } ?? "")
        // Without a processor, there are no faults, and clearing them creates no data folder.
        var ended = 0
        if connection.isThere {
            let cleared: Cleared = try await connection.withConnection { try await $0.ask("DELETE", path) }
            ended = cleared.cleared
        }
        guard ended > 0 || number == nil else {
            throw CommandError(
                .notFound, code: "noSuchFault", "there is no active fault with the number \(number ?? 0)",
                remedy: "`tapctl processor fault list` shows all active faults")
        }
        try output.print(["object": "cleared_faults", "cleared": ended.json]) { _ in
            ended == 0 ? "no fault was active" : "\(counted(ended, "fault")) ended"
        }
    }

    private struct Cleared: Decodable, Sendable {
        var cleared: Int
    }
}

/// `tapctl processor fault list`: lists the injected faults.
struct ProcessorFaultList: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the faults, and how many requests or webhooks each has matched.",
        discussion: """
            EXAMPLES:
              tapctl processor fault list
              tapctl processor fault list --url http://127.0.0.1:12111
            """)

    @OptionGroup var connection: ProcessorConnectionOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let page: FaultsResponse = try await connection.withConnection {
            try await $0.ask("GET", SimulatedProcessor.faultPath)
        }
        let rules = try page.data.map { try $0.rule() }
        try output.print(
            list: rules, document: \.document,
            none: "no faults; `tapctl processor fault set` adds one"
        ) { style in
            table(
                [["fault", "what", "matched"]]
                    + rules.map { [String($0.number), $0.sentence, String($0.seen)] },
                numbers: ["fault", "matched"], style: style)
        }
    }
}

/// The shared implementation of the commands of `tapctl processor clock`.
enum ProcessorTime {
    /// Prints the processor's time. If `verb` is `advance` or `set`, changes the clock first. `field` is the
    /// name and value of the parameter that the verb requires.
    static func use(
        _ connection: ProcessorConnectionOptions, _ output: OutputOptions, _ verb: String? = nil,
        _ field: (name: String, value: String)? = nil
    ) async throws {
        let clock = try await connection.withConnection { try await $0.clock(verb, field) }
        let now = Timestamp(seconds: clock.now)
        let ahead =
            clock.ahead == 0
            ? "same as this machine's clock"
            : "\(counted(Int(clock.ahead / 86_400), "day")) \(counted(Int(clock.ahead % 86_400), "second")) ahead"
        try output.print(
            ["object": "processor_clock", "now": now.json, "ahead_seconds": clock.ahead.json],
            "\(now.iso8601)\n\(ahead)")
    }
}

extension AttemptResponse {
    var document: JSONValue {
        [
            "object": "processor_delivery", "number": number.json, "event": event.json,
            "type": type.json, "webhook_endpoint": webhookEndpoint.json, "url": url.json,
            "attempt": attempt.json, "created": time.json, "status": status.json, "problem": problem.json,
            "fault": fault.json, "duration_ms": milliseconds.json, "next_attempt": next.json,
        ]
    }

    /// The time of the delivery attempt.
    var time: Timestamp { Timestamp(seconds: created) }

    /// The time of the next delivery attempt, or nil if no further attempt follows.
    private var next: Timestamp? { nextAttempt.map(Timestamp.init(seconds:)) }

    /// The outcome of the delivery attempt, in a few words.
    var outcome: String {
        let reported = status.map(String.init) ?? problem ?? "no response"
        return fault.map { "\(reported) (fault: \($0))" } ?? reported
    }

    var row: [String] {
        [
            time.iso8601, printable(type), printable(event), printable(url),
            String(attempt), printable(outcome),
            next?.iso8601 ?? "",
        ]
    }

    static let head = ["time", "event", "id", "to", "attempt", "answer", "next attempt"]
}

/// An injected fault, decoded from a processor's response.
struct FaultResponse: Decodable, Sendable {
    var number: Int64
    var kind: String
    var on: String
    var ms: Int64
    var ratePer10000: Int
    var first: Int64?
    var seed: String
    var seen: Int64

    /// Returns the fault's rule.
    ///
    /// - Throws: An error if a newer processor returns a kind of fault that this program does not know.
    func rule() throws -> FaultRule {
        guard let kind = FaultRule.Kind(name: kind), let seed = UInt64(seed) else {
            throw CommandError(
                .peerProtocol, code: "unknownFault", "the processor has a fault of an unknown kind",
                reason: printable(self.kind), remedy: "use the version of tapctl that serves this processor")
        }
        var rule = FaultRule(
            kind, on: on, milliseconds: ms, rate: ratePer10000, first: first, seed: seed)
        rule.number = number
        rule.seen = seen
        return rule
    }
}

/// The list of injected faults, decoded from a processor's response.
struct FaultsResponse: Decodable, Sendable {
    var data: [FaultResponse]
}
