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

    /// The field for the payment method that is charged.
    static let method = APIField.required(
        "method", .text(), "a payment method of the processor, such as pm_card_visa")

    /// The field for the IP address of the person who pays.
    static let payersAddress = APIField.optional("client", .networkAddress, "the payer's IP address")

    /// The field for the IP address of the donor.
    static let donorsAddress = APIField.optional("client", .networkAddress, "the donor's IP address")

    /// The field for the currency of amounts in the response or the request.
    static let currency = APIField.optional("currency", .text(), "default: usd")

    /// The field for a display name.
    static let displayName = APIField.required("name", .text(), "the display name")

    /// The fields that identify a subscriber.
    static let subscriber: [APIField] = [
        .org,
        .optional(
            "member", .text(),
            "the name of a member of the organization; default: the organization itself"),
    ]
}

extension APIFields {
    /// The requested outcome of the simulated bank's challenge.
    var challengeOutcome: PaymentIntent.ChallengeOutcome? {
        code("outcome", of: PaymentIntent.ChallengeOutcome.self)
    }
}
