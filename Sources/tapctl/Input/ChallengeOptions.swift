public import ArgumentParser
public import Processor

/// The payer's response to the bank's authentication.
struct ChallengeOptions: ParsableArguments {
    @Option(
        name: .customLong("challenge"),
        help: ArgumentHelp("What the payer does where the bank asks.", valueName: "outcome"))
    var outcome: PaymentIntent.ChallengeOutcome?
}

extension PaymentIntent.ChallengeOutcome: ExpressibleByArgument {}
