public import ArgumentParser
public import Processor

/// The option for the payer's simulated response to the bank's challenge.
struct ChallengeOptions: ParsableArguments {
    @Option(
        name: .customLong("challenge"),
        help: ArgumentHelp("The payer's response if the bank asks for a confirmation.", valueName: "outcome"))
    var outcome: PaymentIntent.ChallengeOutcome?
}

extension PaymentIntent.ChallengeOutcome: ExpressibleByArgument {}
