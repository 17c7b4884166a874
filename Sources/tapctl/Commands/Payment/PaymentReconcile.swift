import ArgumentParser
import PaymentCore

/// `tapctl payment reconcile`: everything that is not final is brought to its end.
struct PaymentReconcile: AsyncParsableCommand, PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "reconcile", abstract: "Ask the processor about all that is still open.",
        discussion: """
            EXAMPLES:
              tapctl payment reconcile
              tapctl payment reconcile --json | jq .calls_left

            Requests to which no answer came are sent again under their own keys, so that
            nothing is charged twice; those older than 23 hours are looked up instead.
            What needed review is looked up again.
            Ends with 75 while some have no answer yet.
            """)

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let result = try await data.withData(catchingUp: false) { data in
            let result = try await data.payments.reconcile { done, count in
                Talk.progress("requests without an answer: \(done) of \(count)")
            }
            try await data.products.settleDue()
            return result
        }
        Talk.endProgress()
        try output.print(result.document) { style in
            columns(
                [
                    ("requests ended", String(result.callsEnded)),
                    ("without an answer", String(result.callsLeft + result.unanswered)),
                    ("read anew", String(result.refreshed)), ("new events", String(result.events)),
                ], style: style)
        }
        guard result.callsLeft + result.unanswered > 0 else { return }
        Talk.tell(
            CommandError(
                .tryAgain, code: "outcomeUnknown", "some requests have no answer yet",
                reason: "the processor did not answer",
                remedy: "run it again later; nothing is charged twice"))
        throw ExitCode.tryAgain
    }
}

extension Reconciliation {
    fileprivate var document: JSONValue {
        [
            "object": "reconciliation", "calls_ended": .int(callsEnded), "calls_left": .int(callsLeft),
            "unanswered": .int(unanswered),
            "refreshed": .int(refreshed), "events": .int(events),
        ]
    }
}
