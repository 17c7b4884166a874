import MoneyKit
public import Processor

extension SimulatedProcessor {
    /// Returns the page with the bank's challenge for an intent.
    ///
    /// - Throws: `resource_missing` with status 404 if the intent does not exist or has a different client
    ///   secret.
    public func challengePage(of intent: String, secret: String) async throws(ProcessorError) -> ChallengePage
    {
        try await inspect { work in
            try work.inAccount(ofObject: intent) { try work.challengePage(of: intent, secret: secret) }
        }
    }

    /// Submits the payer's response to the bank's challenge. Does nothing if the challenge is no longer open.
    ///
    /// - Returns: The updated page. It contains the URL to redirect the payer to, if the intent has a return
    ///   URL.
    public func answerChallenge(
        of intent: String, secret: String, _ outcome: PaymentIntent.ChallengeOutcome
    ) async throws(ProcessorError) -> ChallengePage {
        try await transaction { work in
            try work.inAccount(ofObject: intent) {
                try work.answerChallenge(of: intent, secret: secret, outcome)
            }
        }
    }
}

extension EngineTransaction {
    fileprivate func answerChallenge(
        of intent: String, secret: String, _ outcome: PaymentIntent.ChallengeOutcome
    ) throws -> ChallengePage {
        let page = try challengePage(of: intent, secret: secret)
        guard page.isOpen else { return page }
        do {
            try atTime(ofThose: [intent], isChange: true) {
                if intent.hasPrefix("seti_") {
                    _ = try challenge(setupIntent: intent, outcome)
                } else {
                    _ = try challenge(intent, outcome)
                }
            }
        } catch is Executed {
            // The response was accepted, but the payment attempt failed. The intent contains the reason.
        }
        return try challengePage(of: intent, secret: secret)
    }

    fileprivate func challengePage(of id: String, secret: String) throws -> ChallengePage {
        id.hasPrefix("seti_") ? try setupChallenge(id, secret) : try paymentChallenge(id, secret)
    }

    private func paymentChallenge(_ id: String, _ secret: String) throws -> ChallengePage {
        let intent = try inPath(PaymentIntent.self, id)
        guard intent.clientSecret == secret else { throw ProcessorError.noSuch("payment_intent", id) }
        let succeeded = [.succeeded, .processing, .requiresCapture].contains(intent.status)
        return ChallengePage(
            intent: id, amount: AmountText.onPage(intent.amount, intent.currency),
            merchant: try merchantName(), isOpen: intent.status == .requiresAction,
            leadsTo: intent.returnURL.map {
                ChallengePage.address(back: $0, intent: id, secret: secret, succeeded: succeeded)
            })
    }

    private func setupChallenge(_ id: String, _ secret: String) throws -> ChallengePage {
        let intent = try inPath(SetupIntent.self, id)
        guard intent.clientSecret == secret else { throw ProcessorError.noSuch("setup_intent", id) }
        return ChallengePage(
            intent: id, amount: nil, merchant: try merchantName(),
            isOpen: intent.status == .requiresAction,
            leadsTo: intent.returnURL.map {
                ChallengePage.address(
                    back: $0, intent: id, secret: secret, succeeded: intent.status == .succeeded)
            })
    }
}

/// The contents of the page with the bank's challenge.
public struct ChallengePage: Hashable, Sendable {
    /// The id of the intent, `pi_…` or `seti_…`.
    public var intent: String
    /// The amount, such as `$50.00`, or nil if the card is only saved and not charged.
    public var amount: String?
    /// The name of the account that receives the payment or saves the card.
    public var merchant: String
    /// Whether the challenge is still waiting for a response.
    public var isOpen: Bool
    /// The URL to redirect the payer to, or nil if the intent has no return URL.
    public var leadsTo: String?

    /// Builds the URL to redirect the payer to: the return URL with the intent's result added as query
    /// parameters.
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
