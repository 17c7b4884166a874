import Documents
import Processor

/// Fields that several routes have in common.
extension APIField {
    /// The organization whose objects are listed or counted.
    static let org = APIField.optional(
        "org", .text(), "the organization; required if the key has several")

    /// The outcome at the simulated processor's bank.
    static let challengeOutcome = APIField.required(
        "outcome", .cases(of: PaymentIntent.ChallengeOutcome.self))

    /// The fields that name a subscriber.
    static let subscriber: [APIField] = [
        .org,
        .optional(
            "member", .text(),
            "the name of a member of the organization; default: the organization itself"),
    ]
}
