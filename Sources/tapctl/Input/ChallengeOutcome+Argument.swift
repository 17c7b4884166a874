public import ArgumentParser
public import Processor

extension PaymentIntent.ChallengeOutcome: ExpressibleByArgument {}
