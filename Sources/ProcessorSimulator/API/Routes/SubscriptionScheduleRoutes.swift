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
        ) { call in try call.shown(call.beginSchedule()) },
        .get(path, simulates: Filters.list.union(["customer", "scheduled"])) { call in
            let filter = call.filter(["customer": "customer"])
            let isWaiting = call["scheduled"].bool == true
            return try call.scanned(SubscriptionSchedule.self, where: filter) { schedule in
                !isWaiting || schedule.status == .notStarted
            }
        },
        .one(one, SubscriptionSchedule.self),
        .post(one, simulates: asked.union(["phases[start_date]", "proration_behavior"])) { call in
            try call.shown(call.updateSchedule())
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
}

extension Call {
    fileprivate func beginSchedule() throws -> SubscriptionSchedule {
        if let id = self["from_subscription"].string {
            let others = ["customer", "phases", "start_date", "end_behavior", "default_settings"]
            for name in others where has(name) {
                throw ProcessorError.invalid(
                    "You cannot set `\(name)` if `from_subscription` is set.", parameter: name)
            }
            return try work.beginSchedule(from: id, metadata)
        }
        let customer = try requiredCustomer()
        guard has("start_date") else { throw ProcessorError.missing("start_date") }
        let start = momentOrNow("start_date") ?? work.now
        try require(
            start >= work.now, "Invalid timestamp: start_date must not be in the past.",
            parameter: "start_date")
        var schedule = SubscriptionSchedule(
            id: try work.newID("sub_sched"), created: work.now, customer: customer.id)
        try take(into: &schedule)
        schedule.phases = try phases(from: start, of: customer)
        guard !schedule.phases.isEmpty else { throw ProcessorError.missing("phases") }
        try checkPayers(of: schedule)
        return try work.begin(schedule)
    }

    fileprivate func updateSchedule() throws -> SubscriptionSchedule {
        let old = try work.living(schedule: path(), to: "update")
        var schedule = old
        try take(into: &schedule)
        if has("phases") {
            let customer = try work.living(old.customer, by: "customer")
            let start = old.currentPhase?.start ?? old.phases.first?.start ?? work.now
            let phases = try phases(from: start, of: customer)
            guard let first = phases.first else { throw ProcessorError.missing("phases") }
            // Phases that have ended remain, even if the request omits them.
            let past = old.phases.filter { $0.end <= first.start }
            schedule.phases = past + phases
            let isCurrent = old.current == nil || first.start <= work.now
            guard isCurrent, let end = phases.last?.end, end > work.now else {
                throw ProcessorError.invalid(
                    "You must include the current phase, and at least one phase must end in the future.",
                    parameter: "phases")
            }
        }
        try checkPayers(of: schedule)
        return try work.update(schedule, from: old, proration: self["proration_behavior"].string)
    }

    /// Checks that a connected account pays the application fee of each phase that has not ended.
    fileprivate func checkPayers(of schedule: SubscriptionSchedule) throws {
        for phase in schedule.phases where phase.end > work.now {
            let settings = phase.settings.completed(by: schedule.settings)
            try work.checkPayer(
                of: settings.applicationFeeBasisPoints, destination: settings.destination,
                by: "application_fee_percent")
        }
    }

    /// Applies the parameters that concern the whole schedule, not a single phase.
    fileprivate func take(into schedule: inout SubscriptionSchedule) throws {
        try takeMetadata(into: &schedule.metadata)
        if let behavior = self["end_behavior"].string {
            try require(
                ["release", "cancel"].contains(behavior), "parameter_not_simulated",
                "end_behavior=\(behavior) is not simulated.", parameter: "end_behavior")
            schedule.endBehavior = behavior
        }
        guard let given = self["default_settings"].object else { return }
        let customer = try work.living(schedule.customer, by: "customer")
        schedule.settings = try Call.naming("default_settings") {
            try nested(given).scheduleSettings(of: customer).completed(by: schedule.settings)
        }
    }

    /// Returns the phases in a request. Each phase begins at the end of the previous phase.
    fileprivate func phases(from start: Timestamp, of customer: Customer) throws
        -> [SubscriptionSchedule.Phase]
    {
        var next: Timestamp?
        let submitted = self["phases"].elements
        try require(
            submitted.count <= 10, "A subscription schedule can have up to 10 current and future phases.",
            parameter: "phases")
        return try submitted.enumerated().map { place, submitted in
            let phase = try Call.naming("phases[\(place)]") {
                let call = nested(submitted.fields)
                let begin = call.momentOrNow("start_date") ?? next ?? start
                if let next, begin != next {
                    throw ProcessorError.invalid(
                        "The start_date of a phase must equal the end_date of the previous phase.",
                        parameter: "start_date")
                }
                return try call.phase(from: begin, of: customer)
            }
            next = phase.end
            return phase
        }
    }

    fileprivate func phase(from start: Timestamp, of customer: Customer) throws
        -> SubscriptionSchedule.Phase
    {
        let items = try self["items"].elements.enumerated().map { place, submitted in
            let owner = "items[\(place)]"
            return SubscriptionSchedule.Item(
                price: try price(submitted, in: owner, mustRecur: true),
                quantity: try quantity(submitted, in: owner) ?? 1,
                metadata: submitted["metadata"].metadata)
        }
        try work.checkTogether(items.map(\.price))
        let end = try phaseEnd(from: start, items[0].price)
        try require(
            end > start, "The end_date of a phase must be after its start_date.", parameter: "end_date")
        var phase = SubscriptionSchedule.Phase(start: start, end: end, items: items)
        phase.settings = try scheduleSettings(of: customer)
        phase.added = try addedItems().map {
            .init(
                price: $0.price, product: $0.product, unitAmount: $0.unitAmount, currency: $0.currency,
                quantity: $0.quantity, metadata: $0.metadata)
        }
        for (place, code) in coupons.enumerated() {
            _ = try work.takable(
                code, by: "discounts[\(place)][coupon]", for: items[0].price.currency)
        }
        phase.coupons = coupons
        phase.proration = self["proration_behavior"].string ?? phase.proration
        phase.trialEnd =
            self["trial"].bool == true ? end : momentOrNow("trial_end")
        if let trialEnd = phase.trialEnd, trialEnd > end {
            throw ProcessorError.invalid(
                "The trial_end of a phase cannot be after its end_date.", parameter: "trial_end")
        }
        phase.metadata = metadata
        try MetadataRules.check(phase.metadata)
        return phase
    }

    /// Returns the end of a phase. By default, a phase lasts one billing period.
    fileprivate func phaseEnd(from start: Timestamp, _ price: Price) throws -> Timestamp {
        let duration = self["duration"]
        if let end = momentOrNow("end_date") {
            try require(
                duration.object == nil, "You may only specify one of these parameters: duration, end_date.",
                parameter: "duration")
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

    /// Returns the time in a parameter, or nil if the parameter is missing. The value `now` means the current
    /// time.
    fileprivate func momentOrNow(_ name: String) -> Timestamp? {
        self[name].string == "now" ? work.now : moment(name)
    }

    fileprivate func scheduleSettings(of customer: Customer) throws
        -> SubscriptionSchedule.Settings
    {
        var settings = SubscriptionSchedule.Settings()
        settings.collectionMethod = self["collection_method"].string
        settings.daysUntilDue = self["invoice_settings"]["days_until_due"].integer
        if let days = settings.daysUntilDue {
            try check(daysUntilDue: days, by: "invoice_settings[days_until_due]")
        }
        if settings.collectionMethod == "send_invoice", settings.daysUntilDue == nil {
            throw ProcessorError.missing("invoice_settings[days_until_due]")
        }
        if settings.daysUntilDue != nil, settings.collectionMethod == "charge_automatically" {
            throw ProcessorError.invalid(
                "You can only specify days_until_due with collection_method=send_invoice.",
                parameter: "invoice_settings[days_until_due]")
        }
        settings.defaultPaymentMethod = self["default_payment_method"].string
        if let method = settings.defaultPaymentMethod { try work.checkMethod(method, of: customer) }
        settings.description = self["description"].string
        settings.anchor = self["billing_cycle_anchor"].string
        settings.onBehalfOf = try id(Account.self, "on_behalf_of")
        settings.destination = try transferDestination()
        settings.applicationFeeBasisPoints = try basisPoints("application_fee_percent")
        return settings
    }
}
