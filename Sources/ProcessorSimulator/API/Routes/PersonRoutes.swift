import Processor
import TextKit

/// What people do on the processor's pages, for a test that plays them: `/_tapctl/…`.
enum PersonRoutes {
    static let all: [Route] = [
        .post("/_tapctl/accounts/{account}/onboarding/{outcome}") { call in
            let outcome: Account.OnboardingOutcome = try outcome(of: call)
            return played(try call.work.onboard(call.path("account"), outcome).noun.id, outcome.rawValue)
        },
        .post("/_tapctl/payment_intents/{intent}/challenge/{outcome}") { call in
            let outcome: PaymentIntent.ChallengeOutcome = try outcome(of: call)
            return played(try call.work.challenge(call.path("intent"), outcome).noun.id, outcome.rawValue)
        },
        // As the Stripe CLI does for `stripe trigger checkout.session.completed`: a request of its own confirms the page.
        .post("/_tapctl/checkout/sessions/{session}/complete/{method}") { call in
            let id = call.path("session")
            let result = try call.work.complete(checkoutSession: id, with: call.path("method"), email: nil)
            if case .declined(let message) = result {
                throw Executed(ProcessorError(.card, status: 402, code: "card_declined", message: message))
            }
            return try call.shown(call.work.inPath(CheckoutSession.self, id))
        },
    ]

    private static func played(_ id: String, _ outcome: String) -> JSONTree {
        ["object": "played_person", "id": .string(id), "outcome": .string(outcome)]
    }

    private static func outcome<Outcome: RawRepresentable<String> & CaseIterable>(of call: Call) throws
        -> Outcome
    {
        guard let outcome = Outcome(rawValue: call.path("outcome")) else {
            let known = Outcome.allCases.map(\.rawValue).joined(separator: ", ")
            throw ProcessorError.invalid(nil, "A person does one of: \(known).", parameter: "outcome")
        }
        return outcome
    }
}
