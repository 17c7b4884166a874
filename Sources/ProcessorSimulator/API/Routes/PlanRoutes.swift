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
        ) { call in try call.shown(call.makePlan()) },
        .get(path, simulates: Filters.list.union(["active", "product"])) { call in try call.listedPlans() },
        .get(one) { call in try call.shown(call.planInPath()) },
        .post(one, simulates: ["active", "metadata", "nickname", "product", "trial_period_days"]) { call in
            let old = try call.planInPath()
            var plan = old
            plan.price.active = call["active"].bool ?? plan.price.active
            call.take("nickname", into: &plan.price.nickname)
            plan.price.metadata = try call.metadata(over: plan.price.metadata ?? [:])
            if let id = call["product"].string {
                plan.price.product = try call.work.product(id, by: "product").shownID
            }
            plan.price.trialDays = try call.trialPeriodDays() ?? plan.price.trialDays
            try call.work.update(plan, from: old)
            return try call.shown(plan)
        },
        .delete(one) { call in
            let plan = try call.planInPath()
            try call.work.delete(plan)
            return Plan.deleted(plan.price.shownID)
        },
    ]

    private static let path = "/v1/plans"
    private static let one = "/v1/plans/{plan}"
}

extension Call {
    fileprivate func planInPath() throws -> Plan {
        guard let plan = try work.plan(path()) else {
            throw ProcessorError.noSuch(Plan.objectName, path())
        }
        return plan
    }

    fileprivate func makePlan() throws -> Plan {
        let given = self["id"].string
        if let given, try work.plan(given) != nil {
            throw ProcessorError.invalid("resource_already_exists", "Plan already exists.", parameter: "id")
        }
        for (name, word) in [("billing_scheme", "tiered"), ("usage_type", "metered")]
        where self[name].string == word {
            throw ProcessorError.notSimulated(
                "Tiered and metered plans are not simulated.",
                parameter: name)
        }
        let amount = try requiredAmount()
        try AmountRules.checkRange(amount, by: "amount")
        let submitted: JSONTree = [
            "active": self["active"], "billing_scheme": self["billing_scheme"],
            "currency": self["currency"], "metadata": self["metadata"], "nickname": self["nickname"],
            "unit_amount": .integer(amount),
            "recurring": [
                "interval": self["interval"], "interval_count": self["interval_count"],
                "usage_type": self["usage_type"],
            ],
        ]
        var price = try makePrice(submitted, of: planProduct(), prefix: "plan")
        price.givenID = given
        price.trialDays = try trialPeriodDays()
        let plan = Plan(price: try work.put(price).object)
        try work.emit("plan.created", work.encoded(plan))
        return plan
    }

    /// Returns the existing product whose id is in the request, or creates the product that the request
    /// describes.
    fileprivate func planProduct() throws -> Product {
        let submitted = self["product"]
        guard submitted.object != nil else {
            return try work.product(required("product"), by: "product")
        }
        var product = try work.createProduct(
            named: submitted["name"].string ?? "", submitted["metadata"].metadata,
            id: submitted["id"].string
        ).object
        product.active = submitted["active"].bool ?? true
        return try work.put(product).object
    }

    /// Returns the number of days in `trial_period_days`, or nil if it is missing or 0.
    func trialPeriodDays() throws -> Int64? {
        guard let days = self["trial_period_days"].integer else { return nil }
        try require(
            (0...730).contains(days), "trial_period_days must be between 0 and 730.",
            parameter: "trial_period_days")
        return days == 0 ? nil : days
    }

    /// Returns a list request in which the cursors contain price ids instead of plan ids. An API client can
    /// choose a plan's id, but the processor generates the id of the plan's price.
    func withPriceIDs() throws -> Call {
        var call = self
        for name in ["starting_after", "ending_before"] {
            guard let id = self[name].string else { continue }
            call.parameters[name] = .string(try work.price(id, by: name).id)
        }
        return call
    }

    fileprivate func listedPlans() throws -> JSONObject {
        var page = try withPriceIDs().scanned(Price.self, where: filter(["product": "product"])) {
            $0.interval != nil && $0.deleted != true && allows("active", $0.active)
        }
        page["data"] = .array(
            try page["data"]?.elements.compactMap { shown in
                try work.plan(shown["id"].string ?? "").map { try work.stripeJSON($0).tree }
            } ?? [])
        return page
    }
}
