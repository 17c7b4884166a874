import MoneyKit
import Processor
import TextKit
import TimeKit

/// The routes of `/v1/subscription_schedules`.
///
/// Source: Stripe API reference, "Subscription Schedule".
enum SubscriptionScheduleRoutes {
    static let all: [Route] = [
        .post(
            path, simulates: asked.union(["customer", "from_subscription", "start_date"]),
            keeps: ["billing_mode"]
        ) { call in try call.shown(begin(call)) },
        .get(path, simulates: Filters.list.union(["customer", "scheduled"])) { call in
            let filter = call.filter(["customer": "customer"])
            let isWaiting = call["scheduled"].bool == true
            return try call.scanned(SubscriptionSchedule.self, where: filter) { schedule in
                !isWaiting || schedule.status == .notStarted
            }
        },
        .one(one, SubscriptionSchedule.self),
        .post(one, simulates: asked.union(["phases[start_date]", "proration_behavior"])) { call in
            try call.shown(update(call))
        },
        .post(one + "/cancel", simulates: ["invoice_now", "prorate"]) { call in
            try call.shown(
                call.work.cancel(
                    schedule: call.path(), prorates: call["prorate"].bool ?? true,
                    invoicesNow: call["invoice_now"].bool ?? true))
        },
        .post(one + "/release") { call in try call.shown(call.work.release(schedule: call.path())) },
    ]

    private static let path = "/v1/subscription_schedules"
    private static let one = "/v1/subscription_schedules/{schedule}"
    private static let settings: Set<String> = [
        "application_fee_percent", "billing_cycle_anchor", "collection_method", "default_payment_method",
        "description", "invoice_settings[days_until_due]", "on_behalf_of", "transfer_data[destination]",
    ]
    private static let asked: Set<String> = SubscriptionRoutes.parts(settings, of: "default_settings")
        .union(SubscriptionRoutes.parts(settings, of: "phases"))
        .union(SubscriptionRoutes.parts(SubscriptionRoutes.itemPrice, of: "phases[items]"))
        .union(
            SubscriptionRoutes.parts(
                [
                    "add_invoice_items[price]", "add_invoice_items[price_data]",
                    "add_invoice_items[quantity]", "add_invoice_items[metadata]", "currency",
                    "discounts[coupon]", "duration", "end_date", "metadata", "proration_behavior", "trial",
                    "trial_end",
                ], of: "phases")
        )
        .union(["end_behavior", "metadata"])

    private static func begin(_ call: Call) throws -> SubscriptionSchedule {
        if let id = call["from_subscription"].string {
            let others = ["customer", "phases", "start_date", "end_behavior", "default_settings"]
            for name in others where call.has(name) {
                throw ProcessorError.invalid(
                    "You cannot set `\(name)` if `from_subscription` is set.", parameter: name)
            }
            return try call.work.beginSchedule(from: id, call.metadata)
        }
        let customer = try call.work.living(call.required("customer"), by: "customer")
        guard call.has("start_date") else { throw ProcessorError.missing("start_date") }
        let start = try moment("start_date", in: call) ?? call.work.now
        guard start >= call.work.now else {
            throw ProcessorError.invalid(
                "Invalid timestamp: start_date must not be in the past.", parameter: "start_date")
        }
        var schedule = SubscriptionSchedule(
            id: try call.work.newID("sub_sched"), created: call.work.now, customer: customer.id)
        try take(call, into: &schedule)
        schedule.phases = try phases(call, from: start, of: customer)
        guard !schedule.phases.isEmpty else { throw ProcessorError.missing("phases") }
        try checkPayers(call, of: schedule)
        return try call.work.begin(schedule)
    }

    private static func update(_ call: Call) throws -> SubscriptionSchedule {
        let old = try call.work.living(schedule: call.path(), to: "update")
        var schedule = old
        try take(call, into: &schedule)
        if call.has("phases") {
            let customer = try call.work.living(old.customer, by: "customer")
            let start = old.currentPhase?.start ?? old.phases.first?.start ?? call.work.now
            let phases = try phases(call, from: start, of: customer)
            guard let first = phases.first else { throw ProcessorError.missing("phases") }
            // Phases that have ended remain, even if the request omits them.
            let past = old.phases.filter { $0.end <= first.start }
            schedule.phases = past + phases
            let isCurrent = old.current == nil || first.start <= call.work.now
            guard isCurrent, let end = phases.last?.end, end > call.work.now else {
                throw ProcessorError.invalid(
                    "You must include the current phase, and at least one phase must end in the future.",
                    parameter: "phases")
            }
        }
        try checkPayers(call, of: schedule)
        return try call.work.update(schedule, from: old, proration: call["proration_behavior"].string)
    }

    /// Checks that a connected account pays the application fee of each phase that has not ended.
    private static func checkPayers(_ call: Call, of schedule: SubscriptionSchedule) throws {
        for phase in schedule.phases where phase.end > call.work.now {
            let settings = phase.settings.completed(by: schedule.settings)
            try call.work.checkPayer(
                of: settings.applicationFeeBasisPoints, destination: settings.destination,
                by: "application_fee_percent")
        }
    }

    /// Applies the parameters that concern the whole schedule, not a single phase.
    private static func take(_ call: Call, into schedule: inout SubscriptionSchedule) throws {
        schedule.metadata = try call.metadata(over: schedule.metadata)
        if let behavior = call["end_behavior"].string {
            guard ["release", "cancel"].contains(behavior) else {
                throw ProcessorError.invalid(
                    "parameter_not_simulated", "end_behavior=\(behavior) is not simulated.",
                    parameter: "end_behavior")
            }
            schedule.endBehavior = behavior
        }
        guard let given = call["default_settings"].object else { return }
        let customer = try call.work.living(schedule.customer, by: "customer")
        schedule.settings = try Call.naming("default_settings") {
            try settings(call.nested(given), of: customer).completed(by: schedule.settings)
        }
    }

    /// Returns the phases in a request. Each phase begins at the end of the previous phase.
    private static func phases(_ call: Call, from start: Timestamp, of customer: Customer) throws
        -> [SubscriptionSchedule.Phase]
    {
        var next: Timestamp?
        let submitted = call["phases"].elements
        guard submitted.count <= 10 else {
            throw ProcessorError.invalid(
                "A subscription schedule can have up to 10 current and future phases.", parameter: "phases")
        }
        return try submitted.enumerated().map { place, submitted in
            let phase = try Call.naming("phases[\(place)]") {
                let call = call.nested(submitted.object ?? JSONObject())
                let begin = try moment("start_date", in: call) ?? next ?? start
                if let next, begin != next {
                    throw ProcessorError.invalid(
                        "The start_date of a phase must equal the end_date of the previous phase.",
                        parameter: "start_date")
                }
                return try self.phase(call, from: begin, of: customer)
            }
            next = phase.end
            return phase
        }
    }

    private static func phase(_ call: Call, from start: Timestamp, of customer: Customer) throws
        -> SubscriptionSchedule.Phase
    {
        let items = try call["items"].elements.enumerated().map { place, submitted in
            let owner = "items[\(place)]"
            return SubscriptionSchedule.Item(
                price: try call.price(submitted, in: owner, mustRecur: true),
                quantity: try call.quantity(submitted, in: owner) ?? 1,
                metadata: Call.metadata(submitted["metadata"]))
        }
        try call.work.checkTogether(items.map(\.price))
        let end = try end(call, from: start, items[0].price)
        guard end > start else {
            throw ProcessorError.invalid(
                "The end_date of a phase must be after its start_date.", parameter: "end_date")
        }
        var phase = SubscriptionSchedule.Phase(start: start, end: end, items: items)
        phase.settings = try settings(call, of: customer)
        phase.added = try SubscriptionRoutes.added(call).map {
            .init(
                price: $0.price, product: $0.product, unitAmount: $0.unitAmount, currency: $0.currency,
                quantity: $0.quantity, metadata: $0.metadata)
        }
        for (place, code) in call.coupons.enumerated() {
            _ = try call.work.takable(
                code, by: "discounts[\(place)][coupon]", for: items[0].price.currency)
        }
        phase.coupons = call.coupons
        phase.proration = call["proration_behavior"].string ?? phase.proration
        phase.trialEnd = call["trial"].bool == true ? end : try moment("trial_end", in: call)
        if let trialEnd = phase.trialEnd, trialEnd > end {
            throw ProcessorError.invalid(
                "The trial_end of a phase cannot be after its end_date.", parameter: "trial_end")
        }
        phase.metadata = call.metadata
        try MetadataRules.check(phase.metadata)
        return phase
    }

    /// Returns the end of a phase. By default, a phase lasts one billing period.
    private static func end(_ call: Call, from start: Timestamp, _ price: Price) throws -> Timestamp {
        let duration = call["duration"]
        if let end = try moment("end_date", in: call) {
            guard duration.object == nil else {
                throw ProcessorError.invalid(
                    "You may only specify one of these parameters: duration, end_date.",
                    parameter: "duration")
            }
            return end
        }
        let count = duration["interval_count"].integer ?? 1
        guard (1...1_000).contains(count) else {
            throw ProcessorError.notAnAmount("duration[interval_count]")
        }
        guard let interval = duration["interval"].string.flatMap(Price.Interval.init) else {
            return BillingCalendar(
                anchor: start, interval: price.interval ?? .month, count: price.everyIntervals
            ).next(after: start)
        }
        return BillingCalendar(anchor: start, interval: interval, count: count).next(after: start)
    }

    private static func settings(_ call: Call, of customer: Customer) throws
        -> SubscriptionSchedule.Settings
    {
        var settings = SubscriptionSchedule.Settings()
        settings.collectionMethod = call["collection_method"].string
        settings.daysUntilDue = call["invoice_settings"]["days_until_due"].integer
        if let days = settings.daysUntilDue {
            try call.check(daysUntilDue: days, by: "invoice_settings[days_until_due]")
        }
        if settings.collectionMethod == "send_invoice", settings.daysUntilDue == nil {
            throw ProcessorError.missing("invoice_settings[days_until_due]")
        }
        if settings.daysUntilDue != nil, settings.collectionMethod == "charge_automatically" {
            throw ProcessorError.invalid(
                "You can only specify days_until_due with collection_method=send_invoice.",
                parameter: "invoice_settings[days_until_due]")
        }
        settings.defaultPaymentMethod = call["default_payment_method"].string
        if let method = settings.defaultPaymentMethod { try call.work.checkMethod(method, of: customer) }
        settings.description = call["description"].string
        settings.anchor = call["billing_cycle_anchor"].string
        settings.onBehalfOf = try call["on_behalf_of"].string.map {
            try call.work.named(Account.self, $0, by: "on_behalf_of").id
        }
        settings.destination = try call["transfer_data"]["destination"].string.map {
            try call.work.destination($0, by: "transfer_data[destination]").id
        }
        settings.applicationFeeBasisPoints = try call.basisPoints("application_fee_percent")
        return settings
    }

    /// Returns the time in a parameter, or nil if the parameter is missing. The value `now` means the current
    /// time.
    private static func moment(_ name: String, in call: Call) throws -> Timestamp? {
        call[name].string == "now" ? call.work.now : call.moment(name)
    }
}
