import ArgumentParser
import DataFolderKit
import Documents
import Giving
import Processor

/// `tapctl gift challenge`: what the donor does where the bank asks.
struct GiftChallenge: PrintsJSON {
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

    @Option(help: ArgumentHelp("What the donor does.", valueName: "outcome"))
    var outcome: PaymentIntent.ChallengeOutcome

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let (gift, names) = try await data.withData { data in
            let waiting = try await data.read { try $0.knownGift(id) }
            guard waiting.status == .requiresAction else { throw CommandError(waitingForNothing: waiting) }
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

extension CommandError {
    /// A gift whose donor's bank asks nothing, with the way on.
    fileprivate init(waitingForNothing gift: Gift) {
        let error = CommandError(GivingError(.wrongState, "a gift that \(gift.status.words)"))
        let remedy: String? =
            switch gift.status {
            // A monthly gift that never began has nothing that could be tried again.
            case .failed where gift.paymentIntent != nil && gift.giver != nil:
                "`tapctl gift retry \(gift.id) --method pm_...` tries another card"
            case .succeeded, .partiallyRefunded: "it is paid"
            default: nil
            }
        self = remedy.map(error.remedied(by:)) ?? error
    }
}
