import Documents
import PaymentCore
import Plans

/// The documents of plans.
extension APIObject {
    package static let plan = APIObject(
        name: "plan",
        fields: [
            .always("object", .text(of: ["plan"])), .always("id", .text()), .always("name", .text()),
            .always("for", .text(of: Plan.Audience.allCases.map(\.rawValue))),
            .always("product", .orNull(.text())),
            .always(
                "price", .orNull(.text()), "what checkout takes as price_id; null for what is not bought here"
            ),
            .always("amount_minor", .orNull(.number()), "each month; null where it is free, or by agreement"),
            .always("annual_price", .orNull(.text()), "the price_id of a year at a time"),
            .always("annual_amount_minor", .orNull(.number()), "each year"),
            .always("currency", .orNull(.text())), .always("purchasable", .truth),
            .always("max_trips", .orNull(.number()), "null is unlimited"),
            .always("seats", .orNull(.number()), "null is unlimited"),
            .always("storage_bytes", .number()),
            .always("storage_is_hard", .truth, "beyond it nothing is taken; else there is a warning"),
            .always("opens", .list(of: .text(of: PlanFeature.allCases.map(\.rawValue)))),
            .always("features", .list(of: .text()), "what is shown, in this order"),
        ])

    static let planStatus = APIObject(
        name: "plan_status",
        fields: [
            .always("object", .text(of: ["plan_status"])),
            .always("subscriber", .text(), "Grace, or of a member Grace/ann"),
            .always("status", .text(of: PlanStatus.View.allCases.map(\.rawValue))),
            .always("plan", .text(), "the plan that is given now"),
            .always("subscribed", .truth, "a subscription is there and has not ended"),
            .always("active", .truth, "it gives more than the free plan"),
            .always("in_grace", .truth, "it is given though it is not paid"),
            .always("product_id", .orNull(.text()), "what was bought last"),
            .always("price_id", .orNull(.text()), "the current price"),
            .always(
                "interval", .orNull(.text(of: ChargeInterval.allCases.map(\.rawValue))),
                "the length of a period"),
            .always("promotion_code", .orNull(.text()), "the code that was redeemed"),
            .always("next_price_id", .orNull(.text()), "the price from the next period on, if it changes"),
            .always("subscription_end", .orNull(.text()), "the end of the current period"),
            .always(
                "last_charge", .orNull(.text(of: PlanCharge.State.allCases.map(\.rawValue))),
                "the state of the latest charge"),
            .always("last_charge_minor", .orNull(.number()), "its amount"),
            .always("last_charge_refunded_minor", .orNull(.number()), "its refunded part"),
            .always("cancel_at_period_end", .truth),
            .always("processor_status", .orNull(.text()), "where the processor has it"),
            .always("failure", .orNull(.text()), "why the last charge failed"),
            .always("age_seconds", .orNull(.number()), "how long ago the processor was heard of"),
            .always("warning", .orNull(.text()), "for the log"),
        ])

    static let planDecision = APIObject(
        name: "plan_decision",
        fields: [
            .always("object", .text(of: ["plan_decision"])), .always("subscriber", .text()),
            .always("plan", .text()), .always("allowed", .truth),
            .always("code", .orNull(.text()), "upgrade_required or quota_exceeded, where it is not"),
            .always("title", .orNull(.text())),
            .always("message", .orNull(.text()), "what is shown; a warning where it is allowed"),
        ])
}

extension APIField {
    /// The fields that name a subscriber.
    package static let subscriber: [APIField] = [
        .maybe("org", .text(), "the organization; needed where the key reaches several"),
        .maybe(
            "member", .text(),
            "a member of it, by the name that it has there; the organization itself unless said"),
    ]
}
