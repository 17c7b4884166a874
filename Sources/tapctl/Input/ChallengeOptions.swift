public import ArgumentParser
public import Processor

/// The payer's response to the bank's authentication.
struct ChallengeOptions: ParsableArguments {
    @Option(
        name: .customLong("challenge"),
        help: ArgumentHelp("The payer's response if the bank asks.", valueName: "outcome"))
    var outcome: PaymentIntent.ChallengeOutcome?
}

extension PaymentIntent.ChallengeOutcome: ExpressibleByArgument {}
