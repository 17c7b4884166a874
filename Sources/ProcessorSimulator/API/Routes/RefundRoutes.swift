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
        .get(path, simulates: Filters.list.union(["charge", "payment_intent"])) { call in
            let filter = call.filter(["charge": "charge", "payment_intent": "paymentIntent"])
            return try call.listed(Refund.self, where: filter)
        },
        .get(one) { call in try call.shown(call.work.inPath(Refund.self, call.path())) },
        .post(one, simulates: ["metadata"]) { call in
            var refund = try call.work.inPath(Refund.self, call.path())
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
        return try call.shown(call.work.create(request).noun)
    }
}
