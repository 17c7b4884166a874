import Documents
import Processor

/// Fields that several routes have in common.
extension APIField {
    /// The field for the organization whose objects are listed or counted.
    static let org = APIField.optional(
        "org", .text(), "the organization; required if the API key can access several organizations")

    /// The header field for the e-mail address of the donor whose gifts are listed.
    static let donorEmail = APIField.header(
        "Donor-Email", .text(), "only gifts from the donor with this e-mail address")

    /// The field for the outcome of the simulated bank's challenge.
    static let challengeOutcome = APIField.required(
        "outcome", .cases(of: PaymentIntent.ChallengeOutcome.self))

    /// The fields that identify a subscriber.
    static let subscriber: [APIField] = [
        .org,
        .optional(
            "member", .text(),
            "the name of a member of the organization; default: the organization itself"),
    ]
}
