public import ArgumentParser
public import Processor

/// What the payer does where the bank asks.
struct ChallengeOptions: ParsableArguments {
    @Option(
        name: .customLong("challenge"),
        help: ArgumentHelp("What the payer does where the bank asks.", valueName: "outcome"))
    var outcome: PaymentIntent.ChallengeOutcome?
}

extension PaymentIntent.ChallengeOutcome: ExpressibleByArgument {}
