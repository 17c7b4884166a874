import Processor
import TextKit

/// `/v1/disputes`
///
/// Source: Stripe API reference, "Disputes".
enum DisputeRoutes {
    static let all: [Route] = [
        .list(path, Dispute.self, by: ["charge": "charge", "payment_intent": "paymentIntent"]),
        .one(one, Dispute.self),
        .post(one, simulates: ["evidence[uncategorized_text]", "metadata", "submit"], keeps: ["evidence"]) {
            call in
            var dispute = try call.noun(Dispute.self)
            dispute.metadata = try call.metadata(over: dispute.metadata)
            try call.work.put(dispute)
            let text = call["evidence"]["uncategorized_text"].string
            guard let text, call["submit"].bool ?? true else { return try call.shown(dispute) }
            return try call.shown(call.work.submit(evidence: text, for: dispute.id))
        },
        .post(one + "/close") { call in try call.shown(call.work.close(dispute: call.path())) },
    ]

    private static let path = "/v1/disputes"
    private static let one = "/v1/disputes/{dispute}"
}
