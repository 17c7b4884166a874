import MoneyKit
public import Processor

extension SimulatedProcessor {
    /// What a person sees where their bank asks them.
    ///
    /// - Throws: 404 for an intent that is not there, or another secret than its own.
    public func challengePage(of intent: String, secret: String) async throws(ProcessorError) -> ChallengePage
    {
        try await inspect { try $0.challengePage(of: intent, secret: secret) }
    }

    /// What a person answers there.
    ///
    /// - Returns: The page as it is then, with where it leads.
    public func answerChallenge(
        of intent: String, secret: String, _ outcome: PaymentIntent.ChallengeOutcome
    ) async throws(ProcessorError) -> ChallengePage {
        try await transaction { work in
            guard try work.challengePage(of: intent, secret: secret).isOpen else {
                return try work.challengePage(of: intent, secret: secret)
            }
            do {
                try work.atTime(ofThose: [intent], isChange: true) {
                    if intent.hasPrefix("seti_") {
                        _ = try work.challenge(setupIntent: intent, outcome)
                    } else {
                        _ = try work.challenge(intent, outcome)
                    }
                }
            } catch is Executed {
                // The bank was asked and the attempt failed all the same: the intent tells why.
            }
            return try work.challengePage(of: intent, secret: secret)
        }
    }
}

extension EngineTransaction {
    fileprivate func challengePage(of id: String, secret: String) throws -> ChallengePage {
        id.hasPrefix("seti_") ? try setupChallenge(id, secret) : try paymentChallenge(id, secret)
    }

    private func paymentChallenge(_ id: String, _ secret: String) throws -> ChallengePage {
        let intent = try inPath(PaymentIntent.self, id)
        guard intent.clientSecret == secret else { throw ProcessorError.noSuch("payment_intent", id) }
        let succeeded = [.succeeded, .processing, .requiresCapture].contains(intent.status)
        return ChallengePage(
            intent: id, amount: AmountText.of(intent.amount, intent.currency),
            isOpen: intent.status == .requiresAction,
            leadsTo: intent.returnURL.map {
                ChallengePage.address(back: $0, intent: id, secret: secret, succeeded: succeeded)
            })
    }

    private func setupChallenge(_ id: String, _ secret: String) throws -> ChallengePage {
        let intent = try inPath(SetupIntent.self, id)
        guard intent.clientSecret == secret else { throw ProcessorError.noSuch("setup_intent", id) }
        return ChallengePage(
            intent: id, amount: nil, isOpen: intent.status == .requiresAction,
            leadsTo: intent.returnURL.map {
                ChallengePage.address(
                    back: $0, intent: id, secret: secret, succeeded: intent.status == .succeeded)
            })
    }
}

/// What a person sees where their bank asks them.
public struct ChallengePage: Hashable, Sendable {
    /// `pi_…` or `seti_…`
    public var intent: String
    /// `50.00 USD`; nil where a card is only to be kept.
    public var amount: String?
    /// Whether the question is open.
    public var isOpen: Bool
    /// Where the person goes from here; nil where nobody said.
    public var leadsTo: String?

    /// The page that the person came from, with what became of the intent in its query.
    ///
    /// Source: Stripe documentation, "Payment Intents API", "Handle redirects".
    static func address(back: String, intent: String, secret: String, succeeded: Bool) -> String {
        let name = intent.hasPrefix("seti_") ? "setup_intent" : "payment_intent"
        let halves = back.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let joint = halves[0].contains("?") ? "&" : "?"
        let status = succeeded ? "succeeded" : "failed"
        let query = "\(name)=\(intent)&\(name)_client_secret=\(secret)&redirect_status=\(status)"
        return "\(halves[0])\(joint)\(query)" + (halves.count == 2 ? "#\(halves[1])" : "")
    }
}
