import Processor
import TextKit

/// `/v1/application_fees`
///
/// Source: Stripe API reference, "Application Fees", "Application Fee Refunds".
enum ApplicationFeeRoutes {
    static let all: [Route] = [
        .get("/v1/application_fees", simulates: Filters.list.union(["charge"])) { call in
            try call.listed(ApplicationFee.self, where: call.filter(["charge": "originatingTransaction"]))
        },
        .get("/v1/application_fees/{id}") { call in
            try call.shown(call.work.inPath(ApplicationFee.self, call.path()))
        },
        .get("/v1/application_fees/{id}/refunds", simulates: Filters.list.subtracting(["created"])) { call in
            let fee = try call.work.inPath(ApplicationFee.self, call.path())
            let refunds = try call.work.children(FeeRefund.self, of: fee.id)
            return try call.work.list(
                call.work.page(refunds, call.listQuery()), at: "/v1/application_fees/\(fee.id)/refunds")
        },
        .get("/v1/application_fees/{fee}/refunds/{id}") { call in
            try call.shown(call.work.inPath(FeeRefund.self, call.path("id")))
        },
        .post("/v1/application_fees/{id}/refunds", simulates: ["amount", "metadata"]) { call in
            try call.shown(giveBack(call))
        },
        .post("/v1/application_fees/{id}/refund", simulates: ["amount"]) { call in
            _ = try giveBack(call)
            return try call.shown(call.work.inPath(ApplicationFee.self, call.path()))
        },
        .post("/v1/application_fees/{fee}/refunds/{id}", simulates: ["metadata"]) { call in
            var refund = try call.work.inPath(FeeRefund.self, call.path("id"))
            refund.metadata = try call.metadata(over: refund.metadata ?? [:])
            try call.work.put(refund)
            return try call.shown(refund)
        },
    ]

    private static func giveBack(_ call: Call) throws -> FeeRefund {
        let fee = try call.work.inPath(ApplicationFee.self, call.path())
        return try call.work.refund(
            fee, amount: call["amount"].integer ?? fee.amount - fee.amountRefunded, call.metadata)
    }
}
