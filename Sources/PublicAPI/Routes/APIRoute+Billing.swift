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
            "The plans that there are, in the order in which they are shown",
            for: .money, answers: .page(of: Plan.fields.schema)
        ) { .list($0.data.products.plans.catalogue.plans.map(\.document), hasMore: false) },
        get(
            "/api/billing/status", "getBillingStatus", "Which plan an organization or a member has",
            for: .money, APIField.subscriber, answers: PlanStatus.fields.schema
        ) { context in
            let subscriber = try await context.subscriber()
            return try await context.data.products.plans.refresh(subscriber).document
        },
        get(
            "/api/billing/quota", "checkQuota", "Whether so much more may be stored", for: .money,
            APIField.subscriber + [
                .required("current_bytes", .number(0 ... .max), "the stored amount of data"),
                .required("new_bytes", .number(0 ... .max), "the amount of data to be added"),
            ], answers: PlanDecision.fields.schema
        ) { context in
            let (current, new) = (context.fields.number("current_bytes"), context.fields.number("new_bytes"))
            return try await context.decide { $0.storing(current: current ?? 0, adding: new ?? 0) }
        },
        get(
            "/api/billing/features/{feature}", "checkFeature",
            "Whether a feature is open; 402 with what to show in its place where it is locked", for: .money,
            APIField.subscriber, answers: PlanDecision.fields.schema
        ) { context in
            guard let feature = PlanFeature(rawValue: context.part("feature")) else {
                let names = PlanFeature.allCases.map(\.rawValue).joined(separator: ", ")
                throw APIError(
                    404, .request, "unknownFeature", "There is no such feature. There is: \(names).")
            }
            return try await context.decide {
                if let refusal = $0.lock(on: feature) { throw refusal }
                return .allow
            }
        },
        post(
            "/api/billing/checkout", "checkoutPlan",
            "Buy a plan at the catalog's price. The first period is charged now",
            APIField.subscriber + [
                .required("price_id", .text(), "from the catalog: price_consumer_plus_monthly"),
                .optional("promotion_code", .text(), "a code that lowers the price"),
                .required("method", .text(), "the wallet's payment method, such as pm_card_visa"),
                .required("name", .text(), "the payer's name"), .required("email", .text()),
                .optional("client", .networkAddress, "the network address from which it is paid"),
            ], answers: PlanStatus.fields.schema, triesCards: true
        ) { try await $0.checkout() },
        post(
            "/api/billing/challenge", "answerPlanChallenge",
            "Answer the simulated bank as the payer, if it asks about the first charge",
            APIField.subscriber + [
                .challengeOutcome
            ], answers: PlanStatus.fields.schema
        ) { try await $0.answerPlanBank() },
        post(
            "/api/billing/change", "changePlan",
            "Change to another plan: a higher price takes effect now, a lower one with the next period",
            APIField.subscriber + [.required("price_id", .text(), "from the catalog")],
            answers: PlanStatus.fields.schema, triesCards: true
        ) { try await $0.changePlan() },
        post(
            "/api/billing/cancel", "cancelPlan", "End a plan with the period that is paid, or now",
            APIField.subscriber + [.optional("now", .bool, "end it now; nothing is refunded")],
            answers: PlanStatus.fields.schema
        ) { context in
            let isNow = context.fields.bool("now") ?? false
            return try await context.change(isNow ? .cancelNow : .cancelAtPeriodEnd, "cancel")
        },
        post(
            "/api/billing/resume", "resumePlan", "Let a plan go on that was to end with its period",
            APIField.subscriber, answers: PlanStatus.fields.schema
        ) { try await $0.change(.resume, "resume") },
    ]
}
