import ArgumentParser
import Documents
import ProcessorSimulator

/// `tapctl processor fault set`: injects a fault.
struct ProcessorFaultSet: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Make requests or webhooks fail from now on, even on a running server.",
        discussion: """
            EXAMPLES:
              tapctl processor fault set cut-after --first 1 \\
                  --on 'POST /v1/payment_intents'
              tapctl processor fault set 500 --rate 0.1 --seed 7
              tapctl processor fault set latency --ms 800
              tapctl processor fault set drop --on 'invoice.*'
              tapctl processor fault set 429 --url http://127.0.0.1:12111

            REQUESTS (--on '*', '/v1/refunds*', 'POST /v1/refunds/{refund}'):
              latency         the response is delayed by --ms
              429, 500        the request is refused and not carried out
              cut-before      the connection is closed before the request is carried out
              cut-after       the connection is closed after the request is carried out

            WEBHOOKS (--on '*', 'invoice.*'):
              drop            the event is never sent
              double          the event is sent twice
              shuffle         waiting events are sent in a different order
              delay           the event is sent --ms later, at most 10 s
              wrong-signature the event is signed with the wrong secret
            """)

    @Argument(help: "The kind of fault.")
    var kind: String

    @Option(help: ArgumentHelp("The requests or event types that fail.", valueName: "pattern"))
    var on = "*"

    @Option(name: .customLong("ms"), help: ArgumentHelp("The delay.", valueName: "milliseconds"))
    var milliseconds: UInt32?

    @Option(
        help: ArgumentHelp(
            "The share of requests or events that fail, 0.0001 to 1. (default: 1)", valueName: "share"))
    var rate: String?

    @Option(
        help: ArgumentHelp("Limit the fault to this many matches.", valueName: "count"))
    var first: UInt32?

    @Option(help: ArgumentHelp("The random seed. (default: 0)", valueName: "number"), transform: UInt64.typed)
    var seed: UInt64 = 0

    @OptionGroup var connection: ProcessorConnectionOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        let names = FaultRule.Kind.allCases.map(\.rawValue)
        guard let kind = FaultRule.Kind(name: kind) else {
            throw ValidationError(
                "There is no fault '\(self.kind)'. Use one of: \(names.joined(separator: ", ")).")
        }
        guard kind.takesTime == (milliseconds != nil) else {
            throw ValidationError(
                kind.takesTime ? "\(kind.rawValue) needs --ms." : "\(kind.rawValue) does not accept --ms.")
        }
        if let range = kind.milliseconds, let milliseconds, !range.contains(Int64(milliseconds)) {
            throw ValidationError(
                "--ms for \(kind.rawValue) must be between \(range.lowerBound) and \(range.upperBound).")
        }
        if let rate, FaultRule.rate(ofShare: rate) == nil {
            throw ValidationError(
                "--rate must be a number from 0.0001 to 1 with at most 4 decimal places, such as 0.0125.")
        }
        if first == 0 { throw ValidationError("--first must be at least 1.") }
        try Self.check(FaultRule(kind, on: on))
    }

    /// Rejects a pattern that matches no request or event.
    private static func check(_ rule: FaultRule) throws {
        guard !rule.canOccur else { return }
        let pattern = printable(rule.pattern)
        let advice =
            if let near = nearest(to: rule.pattern, among: rule.patternExamples) {
                "Did you mean '\(near)'?"
            } else if rule.kind.isOfWebhooks {
                "Use an event type such as 'invoice.paid' or 'invoice.*'."
            } else {
                "Use a path such as '/v1/refunds*', or a method and path such as 'POST /v1/payment_intents'."
            }
        throw ValidationError(
            "\(rule.kind.isOfWebhooks ? "No event" : "No request") matches '\(pattern)'. \(advice)")
    }

    func run() async throws {
        let reported: FaultResponse = try await connection.withConnection {
            try await $0.ask("POST", SimulatedProcessor.faultPath, form)
        }
        let kept = try reported.rule()
        try output.print(kept.document) { _ in
            let clear = "tapctl processor fault clear \(kept.number)" + printable(connection.arguments)
            return "fault \(kept.number): \(kept.sentence); `\(clear)` ends it"
        }
    }

    private var form: [(name: String, value: String)] {
        var form = [("kind", kind), ("on", on), ("seed", String(seed))]
        if let milliseconds { form.append(("ms", String(milliseconds))) }
        if let rate = rate.flatMap(FaultRule.rate(ofShare:)) {
            form.append(("rate_per_10000", String(rate)))
        }
        if let first { form.append(("first", String(first))) }
        return form
    }
}
