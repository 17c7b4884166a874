package import DataFolderKit
import Documents
import Plans
import StaffAccess

extension PlanProduct: APIProduct {
    package var routes: [APIRoute] { APIRoute.billing }
}

/// Operations on plans and their subscriptions. An API key acts on behalf of its organizations and their
/// members.
extension APIRoute {
    static let billing: [APIRoute] = [
        get(
            "/api/billing/plans", "listPlans",
            "List all plans, in display order", for: .money,
            answers: .page(of: Plan.schema)
        ) { .list($0.data.products.plans.catalogue.plans.map(\.document), hasMore: false) },
        get(
            "/api/billing/status", "getBillingStatus", "Get the plan of an organization or member",
            for: .money, APIField.subscriber, answers: PlanStatus.schema
        ) { context in
            let subscriber = try await context.subscriber()
            return try await context.data.products.plans.refresh(subscriber).document
        },
        get(
            "/api/billing/quota", "checkQuota", "Check whether more data may be stored", for: .money,
            APIField.subscriber + [
                .required("current_bytes", .number(0 ... .max), "the amount of stored data, in bytes"),
                .required("new_bytes", .number(0 ... .max), "the amount of data to add, in bytes"),
            ], answers: PlanDecision.schema
        ) { context in
            let (current, new) = (context.fields.number("current_bytes"), context.fields.number("new_bytes"))
            return try await context.decide { $0.storing(current: current ?? 0, adding: new ?? 0) }
        },
        get(
            "/api/billing/features/{feature}", "checkFeature",
            "Check whether a feature is unlocked. If it is locked, the response has status 402 and contains "
                + "the text to show",
            for: .money, APIField.subscriber, answers: PlanDecision.schema
        ) { context in
            guard let feature = PlanFeature(rawValue: context.part("feature")) else {
                let names = PlanFeature.allCases.map(\.rawValue).joined(separator: ", ")
                throw APIError(
                    404, .request, "unknownFeature",
                    "This feature does not exist. The features are: \(names).")
            }
            return try await context.decide {
                if let refusal = $0.lock(on: feature) { throw refusal }
                return .allow
            }
        },
        post(
            "/api/billing/checkout", "checkoutPlan",
            "Buy a plan, optionally with a promotion code. The first period is charged immediately",
            APIField.subscriber + [
                .required(
                    "price_id", .text(),
                    "the id of a price in the catalog, such as price_consumer_plus_monthly"),
                .optional("promotion_code", .text(), "a promotion code"),
                .method,
                .required("name", .text(), "the payer's name"), .required("email", .text()),
                .payersAddress,
            ], records: .checkOutPlan, answers: PlanStatus.schema, triesCards: true
        ) { try await $0.checkout() },
        post(
            "/api/billing/challenge", "answerPlanChallenge",
            "Confirm or refuse the first charge at the simulated bank, as the payer",
            APIField.subscriber + [.challengeOutcome], records: .challengePlan, answers: PlanStatus.schema
        ) { try await $0.answerPlanBank() },
        post(
            "/api/billing/change", "changePlan",
            "Change the plan. An upgrade applies immediately, and a downgrade from the next period",
            APIField.subscriber + [.required("price_id", .text(), "the id of a price in the catalog")],
            records: .changePlan, answers: PlanStatus.schema, triesCards: true
        ) { try await $0.changePlan() },
        post(
            "/api/billing/cancel", "cancelPlan", "Cancel a plan at the end of the paid period, or now",
            APIField.subscriber + [.optional("now", .bool, "whether to cancel now; nothing is refunded")],
            records: .cancelPlan, answers: PlanStatus.schema
        ) { context in
            let isNow = context.fields.bool("now") ?? false
            return try await context.change(isNow ? .cancelNow : .cancelAtPeriodEnd, "cancel")
        },
        post(
            "/api/billing/resume", "resumePlan", "Resume a plan that is due to end with the current period",
            APIField.subscriber, records: .resumePlan, answers: PlanStatus.schema
        ) { try await $0.change(.resume, "resume") },
    ]
}
