import Processor
import TextKit

/// `/v1/refunds`
///
/// Source: Stripe API reference, "Refunds".
enum RefundRoutes {
    static let all: [Route] = [
        .post(path, simulates: asked.union(["charge"])) { call in
            try make(call, charge: call["charge"].string)
        },
        .list(path, Refund.self, by: ["charge": "charge", "payment_intent": "paymentIntent"]),
        .one(one, Refund.self),
        .post(one, simulates: ["metadata"]) { call in
            var refund = try call.noun(Refund.self)
            refund.metadata = try call.metadata(over: refund.metadata)
            let written = try call.work.put(refund)
            try call.work.emit("refund.updated", written)
            return try call.shown(refund)
        },
    ]

    private static let path = "/v1/refunds"
    private static let one = "/v1/refunds/{refund}"

    /// What a refund is asked for with, wherever it is asked for.
    static let asked: Set<String> = [
        "payment_intent", "amount", "reason", "metadata", "reverse_transfer", "refund_application_fee",
    ]

    /// Sends money back.
    static func make(_ call: Call, charge: String?) throws -> JSONTree {
        var intent = call["payment_intent"].string
        if let charge {
            intent = try call.work.named(Charge.self, charge, by: "charge").paymentIntent ?? intent
        }
        guard let intent else {
            throw ProcessorError.invalid(
                "parameter_missing",
                "One of the following params should be provided for this request: payment_intent or charge.")
        }
        let request = Refund.Create(
            paymentIntent: intent, amount: call["amount"].integer,
            reverseTransfer: call["reverse_transfer"].bool ?? false,
            refundApplicationFee: call["refund_application_fee"].bool ?? false,
            reason: call["reason"].string.flatMap(Refund.Reason.init), metadata: call.metadata)
        return try call.shown(call.work.create(request))
    }
}
