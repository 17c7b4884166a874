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
