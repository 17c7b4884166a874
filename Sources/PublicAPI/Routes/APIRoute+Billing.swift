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
        ) { visit in
            let subscriber = try await visit.subscriber()
            return try await visit.data.products.plans.refresh(subscriber).document
        },
        get(
            "/api/billing/quota", "checkQuota", "Whether so much more may be stored", for: .money,
            APIField.subscriber + [
                .always("current_bytes", .number(0 ... .max), "what is stored"),
                .always("new_bytes", .number(0 ... .max), "what comes"),
            ], answers: PlanDecision.fields.schema
        ) { visit in
            let (current, new) = (visit.fields.number("current_bytes"), visit.fields.number("new_bytes"))
            return try await visit.decide { $0.storing(current: current ?? 0, adding: new ?? 0) }
        },
        get(
            "/api/billing/features/{feature}", "checkFeature",
            "Whether a feature is open; 402 with what to show in its place where it is locked", for: .money,
            APIField.subscriber, answers: PlanDecision.fields.schema
        ) { visit in
            guard let feature = PlanFeature(rawValue: visit.part("feature")) else {
                let names = PlanFeature.allCases.map(\.rawValue).joined(separator: ", ")
                throw APIError(
                    404, .request, "unknownFeature", "There is no such feature. There is: \(names).")
            }
            return try await visit.decide {
                if let refusal = $0.lock(on: feature) { throw refusal }
                return .allow
            }
        },
        post(
            "/api/billing/checkout", "checkoutPlan",
            "Buy a plan at the catalog's price. The first period is charged now",
            APIField.subscriber + [
                .always("price_id", .text(), "from the catalog: price_consumer_plus_monthly"),
                .maybe("promotion_code", .text(), "a code that lowers the price"),
                .always("method", .text(), "what the wallet gave: pm_card_visa"),
                .always("name", .text(), "who pays"), .always("email", .text()),
                .maybe("client", .networkAddress, "the network address from which it is paid"),
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
            APIField.subscriber + [.always("price_id", .text(), "from the catalog")],
            answers: PlanStatus.fields.schema, triesCards: true
        ) { try await $0.changePlan() },
        post(
            "/api/billing/cancel", "cancelPlan", "End a plan with the period that is paid, or now",
            APIField.subscriber + [.maybe("now", .truth, "end it now; nothing is refunded")],
            answers: PlanStatus.fields.schema
        ) { visit in
            let isNow = visit.fields.truth("now") ?? false
            return try await visit.change(isNow ? .cancelNow : .cancelAtPeriodEnd, "cancel")
        },
        post(
            "/api/billing/resume", "resumePlan", "Let a plan go on that was to end with its period",
            APIField.subscriber, answers: PlanStatus.fields.schema
        ) { try await $0.change(.resume, "resume") },
    ]
}
