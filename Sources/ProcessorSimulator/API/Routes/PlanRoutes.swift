import Processor
import TextKit

/// The routes of `/v1/plans`. Every recurring price is also a plan.
///
/// Source: Stripe API reference, "Plans".
enum PlanRoutes {
    static let all: [Route] = [
        .post(
            path,
            simulates: [
                "active", "amount", "billing_scheme", "currency", "id", "interval", "interval_count",
                "metadata", "nickname", "product", "trial_period_days", "usage_type",
            ]
        ) { call in try call.shown(make(call)) },
        .get(path, simulates: Filters.list.union(["active", "product"])) { call in try list(call) },
        .get(one) { call in try call.shown(inPath(call)) },
        .post(one, simulates: ["active", "metadata", "nickname", "product", "trial_period_days"]) { call in
            let old = try inPath(call)
            var plan = old
            plan.price.active = call["active"].bool ?? plan.price.active
            call.take("nickname", into: &plan.price.nickname)
            plan.price.metadata = try call.metadata(over: plan.price.metadata ?? [:])
            if let id = call["product"].string {
                plan.price.product = try PriceRoutes.named(id, call.work, by: "product").shownID
            }
            plan.price.trialDays = try trialDays(call) ?? plan.price.trialDays
            try call.work.update(plan, from: old)
            return try call.shown(plan)
        },
        .delete(one) { call in
            let plan = try inPath(call)
            try call.work.delete(plan)
            return call.work.deleted(plan.price.shownID, Plan.objectName)
        },
    ]

    private static let path = "/v1/plans"
    private static let one = "/v1/plans/{plan}"

    private static func inPath(_ call: Call) throws -> Plan {
        guard let plan = try call.work.plan(call.path()) else {
            throw ProcessorError.noSuch(Plan.objectName, call.path())
        }
        return plan
    }

    private static func make(_ call: Call) throws -> Plan {
        let given = call["id"].string
        if let given, try call.work.plan(given) != nil {
            throw ProcessorError.invalid("resource_already_exists", "Plan already exists.", parameter: "id")
        }
        for (name, word) in [("billing_scheme", "tiered"), ("usage_type", "metered")]
        where call[name].string == word {
            throw ProcessorError.invalid(
                "parameter_not_simulated", "Tiered and metered plans are not simulated.",
                parameter: name)
        }
        guard let amount = call["amount"].integer else { throw ProcessorError.missing("amount") }
        guard (0...AmountRules.most).contains(amount) else { throw ProcessorError.notAnAmount("amount") }
        let submitted: JSONTree = [
            "active": call["active"], "billing_scheme": call["billing_scheme"],
            "currency": call["currency"], "metadata": call["metadata"], "nickname": call["nickname"],
            "unit_amount": .integer(amount),
            "recurring": [
                "interval": call["interval"], "interval_count": call["interval_count"],
                "usage_type": call["usage_type"],
            ],
        ]
        var price = try PriceRoutes.make(call, submitted, of: product(call), prefix: "plan")
        price.givenID = given
        price.trialDays = try trialDays(call)
        let plan = Plan(price: try call.work.put(price).object)
        try call.work.emit("plan.created", call.work.encoded(plan))
        return plan
    }

    /// Returns the existing product whose id is in the request, or creates the product that the request
    /// describes.
    private static func product(_ call: Call) throws -> Product {
        let submitted = call["product"]
        guard submitted.object != nil else {
            return try PriceRoutes.named(call.required("product"), call.work, by: "product")
        }
        var product = try call.work.createProduct(
            named: submitted["name"].string ?? "", Call.metadata(submitted["metadata"]),
            id: submitted["id"].string
        ).object
        product.active = submitted["active"].bool ?? true
        return try call.work.put(product).object
    }

    private static func trialDays(_ call: Call) throws -> Int64? {
        guard let days = call["trial_period_days"].integer else { return nil }
        guard (0...730).contains(days) else {
            throw ProcessorError.invalid(
                "trial_period_days must be between 0 and 730.",
                parameter: "trial_period_days")
        }
        return days == 0 ? nil : days
    }

    /// Returns a list request in which the cursors contain price ids instead of plan ids. An API client can
    /// choose a plan's id, but the processor generates the id of the plan's price.
    static func generated(_ call: Call) throws -> Call {
        var call = call
        for name in ["starting_after", "ending_before"] {
            guard let id = call[name].string else { continue }
            call.parameters[name] = .string(try call.work.price(id, by: name).id)
        }
        return call
    }

    private static func list(_ call: Call) throws -> JSONTree {
        let call = try generated(call)
        let active = call["active"].bool
        let page = try call.scanned(Price.self, where: call.filter(["product": "product"])) {
            $0.interval != nil && $0.deleted != true && (active ?? $0.active) == $0.active
        }
        guard var fields = page.object else { return page }
        fields["data"] = .array(
            try page["data"].elements.compactMap { shown in
                try call.work.plan(shown["id"].string ?? "").map { try call.work.stripeJSON($0) }
            })
        return fields.tree
    }
}
