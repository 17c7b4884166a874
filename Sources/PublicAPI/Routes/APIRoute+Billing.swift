package import DataFolderKit
import Documents
import Plans

extension PlanProduct: APIProduct {
    package var routes: [APIRoute] { APIRoute.billing }
}

/// Plans and their subscriptions. A key acts for its organizations and for their members.
extension APIRoute {
    package static let billing: [APIRoute] = [
        get(
            "/api/billing/plans", "listPlans",
            "All plans, in display order",
            for: .money, answers: .page(of: Plan.fields.schema)
        ) { .list($0.data.products.plans.catalogue.plans.map(\.document), hasMore: false) },
        get(
            "/api/billing/status", "getBillingStatus", "The plan of an organization or member",
            for: .money, APIField.subscriber, answers: PlanStatus.fields.schema
        ) { context in
            let subscriber = try await context.subscriber()
            return try await context.data.products.plans.refresh(subscriber).document
        },
        get(
            "/api/billing/quota", "checkQuota", "Check whether more data may be stored", for: .money,
            APIField.subscriber + [
                .required("current_bytes", .number(0 ... .max), "the stored amount of data"),
                .required("new_bytes", .number(0 ... .max), "the amount of data to add"),
            ], answers: PlanDecision.fields.schema
        ) { context in
            let (current, new) = (context.fields.number("current_bytes"), context.fields.number("new_bytes"))
            return try await context.decide { $0.storing(current: current ?? 0, adding: new ?? 0) }
        },
        get(
            "/api/billing/features/{feature}", "checkFeature",
            "Check whether a feature is unlocked; 402 with the text to show if it is locked", for: .money,
            APIField.subscriber, answers: PlanDecision.fields.schema
        ) { context in
            guard let feature = PlanFeature(rawValue: context.part("feature")) else {
                let names = PlanFeature.allCases.map(\.rawValue).joined(separator: ", ")
                throw APIError(
                    404, .request, "unknownFeature", "There is no such feature. The features are: \(names).")
            }
            return try await context.decide {
                if let refusal = $0.lock(on: feature) { throw refusal }
                return .allow
            }
        },
        post(
            "/api/billing/checkout", "checkoutPlan",
            "Buy a plan at the catalog price. The first period is charged now",
            APIField.subscriber + [
                .required("price_id", .text(), "from the catalog, such as price_consumer_plus_monthly"),
                .optional("promotion_code", .text(), "a promotion code"),
                .required("method", .text(), "the wallet's payment method, such as pm_card_visa"),
                .required("name", .text(), "the payer's name"), .required("email", .text()),
                .optional("client", .networkAddress, "the payer's IP address"),
            ], answers: PlanStatus.fields.schema, triesCards: true
        ) { try await $0.checkout() },
        post(
            "/api/billing/challenge", "answerPlanChallenge",
            "Complete the simulated bank's verification of the first charge, as the payer",
            APIField.subscriber + [
                .challengeOutcome
            ], answers: PlanStatus.fields.schema
        ) { try await $0.answerPlanBank() },
        post(
            "/api/billing/change", "changePlan",
            "Change the plan: an upgrade takes effect now, a downgrade with the next period",
            APIField.subscriber + [.required("price_id", .text(), "from the catalog")],
            answers: PlanStatus.fields.schema, triesCards: true
        ) { try await $0.changePlan() },
        post(
            "/api/billing/cancel", "cancelPlan", "Cancel a plan at the end of the paid period, or now",
            APIField.subscriber + [.optional("now", .bool, "cancel now; nothing is refunded")],
            answers: PlanStatus.fields.schema
        ) { context in
            let isNow = context.fields.bool("now") ?? false
            return try await context.change(isNow ? .cancelNow : .cancelAtPeriodEnd, "cancel")
        },
        post(
            "/api/billing/resume", "resumePlan", "Keep a plan that was going to end with its period",
            APIField.subscriber, answers: PlanStatus.fields.schema
        ) { try await $0.change(.resume, "resume") },
    ]
}
