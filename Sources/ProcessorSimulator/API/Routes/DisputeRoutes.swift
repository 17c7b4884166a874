import Processor
import TextKit

/// `/v1/disputes`
///
/// Source: Stripe API reference, "Disputes".
enum DisputeRoutes {
    static let all: [Route] = [
        .get(path, simulates: Filters.list.union(["charge", "payment_intent"])) { call in
            let filter = call.filter(["charge": "charge", "payment_intent": "paymentIntent"])
            return try call.listed(Dispute.self, where: filter)
        },
        .get(one) { call in try call.shown(call.work.inPath(Dispute.self, call.path())) },
        .post(one, simulates: ["evidence[uncategorized_text]", "metadata", "submit"], keeps: ["evidence"]) {
            call in
            var dispute = try call.work.inPath(Dispute.self, call.path())
            dispute.metadata = try call.metadata(over: dispute.metadata)
            try call.work.put(dispute)
            let text = call["evidence"]["uncategorized_text"].string
            guard let text, call["submit"].bool ?? true else { return try call.shown(dispute) }
            return try call.shown(call.work.submit(evidence: text, for: dispute.id).noun)
        },
        .post(one + "/close") { call in try call.shown(call.work.close(dispute: call.path()).noun) },
    ]

    private static let path = "/v1/disputes"
    private static let one = "/v1/disputes/{dispute}"
}
