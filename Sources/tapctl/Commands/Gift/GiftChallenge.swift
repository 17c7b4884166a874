import ArgumentParser
import Giving
import Processor

/// `tapctl gift challenge`: what the donor does where the bank asks.
struct GiftChallenge: AsyncParsableCommand, PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "challenge", abstract: "Answer the bank in the donor's place.",
        discussion: """
            EXAMPLES:
              tapctl gift challenge gift_01jd3x0... --outcome passed
              tapctl gift challenge gift_01jd3x0... --outcome failed

            A gift that requires action waits for what the donor's bank asks. Passed, it is
            charged; failed, it takes another card (`tapctl gift retry`). Ends with 77 when
            it was not paid. The processor is simulated.
            """)

    @Argument(help: "The gift's id.")
    var id: String

    @Option(
        help: ArgumentHelp("What the donor does: passed or failed.", valueName: "outcome"),
        completion: .list(["passed", "failed"]), transform: ChallengeOptions.outcome)
    var outcome: PaymentIntent.ChallengeOutcome

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let (id, outcome) = (id, outcome)
        let (gift, names) = try await data.withData { data in
            let waiting = try await data.read { try $0.knownGift(id) }
            guard waiting.status == .requiresAction else {
                throw GivingError(.wrongState, "a gift that \(waiting.status.words)")
            }
            let gift = try await data.play(outcome, for: waiting)
            return (gift, try await data.names(of: gift))
        }
        try output.print(gift.document) { columns(gift.lines(names: names, style: $0), style: $0) }
        if let refusal = CommandError(unpaid: gift) {
            Talk.tell(refusal)
            throw refusal.exit
        }
    }
}
