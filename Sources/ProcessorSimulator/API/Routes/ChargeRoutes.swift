import MoneyKit
import Processor
import TextKit

/// `/v1/charges`
///
/// Source: Stripe API reference, "Charges".
enum ChargeRoutes {
    static let all: [Route] = [
        .list(
            path, Charge.self,
            by: [
                "customer": "customer", "payment_intent": "paymentIntent", "transfer_group": "transferGroup",
            ], hasAccounts: true),
        .search(
            path, Charge.self,
            by: [
                "status": { $0.status.rawValue }, "currency": { $0.currency.code },
                "customer": { $0.customer },
                "amount": { String($0.amount) }, "payment_intent": { $0.paymentIntent },
            ], metadata: \.metadata),
        .one(one, Charge.self),
        .post(
            one, simulates: ["customer", "metadata"],
            keeps: ["description", "receipt_email", "fraud_details", "shipping"]
        ) {
            call in
            var charge = try call.noun(Charge.self)
            charge.metadata = try call.metadata(over: charge.metadata)
            if let customer = call["customer"].string { try call.work.assign(&charge, to: customer) }
            return try call.shown(call.work.update(charge))
        },
        .children(one + "/refunds", Refund.self, of: Charge.self),
        .one(one + "/refunds/{refund}", Refund.self, "refund"),
        .post(one + "/refunds", simulates: RefundRoutes.asked) { call in
            try RefundRoutes.make(call, charge: call.path("charge"))
        },
        .post(one + "/refund", simulates: RefundRoutes.asked) { call in
            _ = try RefundRoutes.make(call, charge: call.path("charge"))
            return try call.shown(call.noun(Charge.self, "charge"))
        },
    ]

    private static let path = "/v1/charges"
    private static let one = "/v1/charges/{charge}"
}
