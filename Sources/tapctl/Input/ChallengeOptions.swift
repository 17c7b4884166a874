import ArgumentParser
import Processor

/// What the payer does where the bank asks.
struct ChallengeOptions: ParsableArguments {
    @Option(
        name: .customLong("challenge"),
        help: ArgumentHelp(
            "What the payer does where the bank asks: passed or failed.", valueName: "outcome"),
        completion: .list(["passed", "failed"]), transform: ChallengeOptions.outcome)
    var outcome: PaymentIntent.ChallengeOutcome?

    static func outcome(_ text: String) throws -> PaymentIntent.ChallengeOutcome {
        guard let outcome = PaymentIntent.ChallengeOutcome(rawValue: text) else {
            throw ValidationError("There is: passed, failed.")
        }
        return outcome
    }
}
