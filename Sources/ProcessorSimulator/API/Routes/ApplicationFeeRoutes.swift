import Processor
import TextKit

/// `/v1/application_fees`
///
/// Source: Stripe API reference, "Application Fees", "Application Fee Refunds".
enum ApplicationFeeRoutes {
    static let all: [Route] = [
        .list("/v1/application_fees", ApplicationFee.self, by: ["charge": "originatingTransaction"]),
        .one("/v1/application_fees/{id}", ApplicationFee.self),
        .children("/v1/application_fees/{id}/refunds", FeeRefund.self, of: ApplicationFee.self),
        .one("/v1/application_fees/{fee}/refunds/{id}", FeeRefund.self, "id"),
        .post("/v1/application_fees/{id}/refunds", simulates: ["amount", "metadata"]) { call in
            try call.shown(giveBack(call))
        },
        .post("/v1/application_fees/{id}/refund", simulates: ["amount"]) { call in
            _ = try giveBack(call)
            return try call.shown(call.noun(ApplicationFee.self))
        },
        .post("/v1/application_fees/{fee}/refunds/{id}", simulates: ["metadata"]) { call in
            var refund = try call.noun(FeeRefund.self, "id")
            refund.metadata = try call.metadata(over: refund.metadata ?? [:])
            try call.work.put(refund)
            return try call.shown(refund)
        },
    ]

    private static func giveBack(_ call: Call) throws -> FeeRefund {
        let fee = try call.noun(ApplicationFee.self)
        return try call.work.refund(
            fee, amount: call["amount"].integer ?? fee.amount - fee.amountRefunded, call.metadata)
    }
}
