import MoneyKit
import Processor
import TextKit

/// `/v1/charges`
///
/// Source: Stripe API reference, "Charges".
enum ChargeRoutes {
    static let all: [Route] = [
        .get(path, simulates: Filters.list.union(["customer", "payment_intent", "transfer_group"])) { call in
            let filter = call.filter([
                "customer": "customer", "payment_intent": "paymentIntent", "transfer_group": "transferGroup",
            ])
            return try call.listed(Charge.self, of: call.account, where: filter)
        },
        .get(path + "/search", simulates: Filters.search) { call in
            try SearchQuery(call).page(
                of: Charge.self,
                fields: [
                    "status": { $0.status.rawValue }, "currency": { $0.currency.code },
                    "customer": { $0.customer },
                    "amount": { String($0.amount) }, "payment_intent": { $0.paymentIntent },
                ], metadata: \.metadata)
        },
        .get(one) { call in try call.shown(call.work.inPath(Charge.self, call.path())) },
        .post(
            one, simulates: ["customer", "metadata"],
            keeps: ["description", "receipt_email", "fraud_details", "shipping"]
        ) {
            call in
            var charge = try call.work.inPath(Charge.self, call.path())
            charge.metadata = try call.metadata(over: charge.metadata)
            if let customer = call["customer"].string { try call.work.assign(&charge, to: customer) }
            return try call.shown(call.work.update(charge).noun)
        },
        .get(one + "/refunds", simulates: Filters.list.subtracting(["created"])) { call in
            let charge = try call.work.inPath(Charge.self, call.path())
            let refunds = try call.work.children(Refund.self, of: charge.id)
            return try call.work.list(
                call.work.page(refunds, call.listQuery()), at: "/v1/charges/\(charge.id)/refunds")
        },
        .get(one + "/refunds/{refund}") { call in
            try call.shown(call.work.inPath(Refund.self, call.path("refund")))
        },
        .post(one + "/refunds", simulates: RefundRoutes.asked) { call in
            try RefundRoutes.make(call, charge: call.path("charge"))
        },
        .post(one + "/refund", simulates: RefundRoutes.asked) { call in
            _ = try RefundRoutes.make(call, charge: call.path("charge"))
            return try call.shown(call.work.inPath(Charge.self, call.path("charge")))
        },
    ]

    private static let path = "/v1/charges"
    private static let one = "/v1/charges/{charge}"
}
