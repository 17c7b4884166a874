import Processor
import TimeKit

/// Subscription schedules, whose phases begin and end at fixed times.
///
/// Source: Stripe documentation, "Subscription schedules"; API reference, "Subscription Schedule".
extension EngineTransaction {
    /// Saves a new schedule. If the first phase begins now, also creates the schedule's subscription.
    func begin(_ wanted: SubscriptionSchedule) throws -> SubscriptionSchedule {
        try MetadataRules.check(wanted.metadata)
        var schedule = wanted
        try put(schedule)
        if let first = schedule.phases.first, first.start > now {
            try self.schedule(.schedulePhase, of: schedule.id, at: first.start)
        } else {
            try enter(0, of: &schedule)
        }
        try emit("subscription_schedule.created", put(schedule))
        return schedule
    }

    /// Creates a schedule for an existing subscription. The only phase is the subscription's current period.
    func beginSchedule(from id: String, _ metadata: Metadata) throws -> SubscriptionSchedule {
        var subscription = try named(Subscription.self, id, by: "from_subscription")
        try require(
            !subscription.status.isFinal && subscription.status != .incomplete,
            "You cannot migrate a subscription that is in the `\(subscription.status.rawValue)` status.",
            parameter: "from_subscription")
        if let known = subscription.schedule {
            throw ProcessorError.invalid(
                "You cannot migrate a subscription that is already attached to a schedule: `\(known)`.",
                parameter: "from_subscription")
        }
        try MetadataRules.check(metadata)
        var schedule = SubscriptionSchedule(
            id: try newID("sub_sched"), created: now, customer: subscription.customer)
        schedule.metadata = metadata
        schedule.status = .active
        schedule.subscription = id
        schedule.settings = subscription.scheduleSettings
        var phase = SubscriptionSchedule.Phase(
            start: subscription.currentPeriodStart, end: subscription.currentPeriodEnd,
            items: subscription.allItems.map {
                .init(price: $0.price, quantity: $0.quantity, metadata: $0.metadata)
            })
        phase.trialEnd = subscription.status == .trialing ? subscription.trialEnd : nil
        phase.coupons = try (subscription.discounts ?? []).compactMap {
            try find(Discount.self, $0)?.coupon.code
        }
        schedule.phases = [phase]
        schedule.current = 0
        try scheduleEnd(of: 0, in: schedule)
        try emit("subscription_schedule.created", put(schedule))
        subscription.schedule = schedule.id
        try emit("customer.subscription.updated", put(subscription))
        return schedule
    }

    /// Saves a changed schedule. If the items or terms of the current phase have changed, immediately changes
    /// the subscription too.
    func update(_ changed: SubscriptionSchedule, from old: SubscriptionSchedule, proration: String?) throws
        -> SubscriptionSchedule
    {
        var schedule = changed
        try put(schedule)
        if let place = schedule.phases.lastIndex(where: { $0.start <= now }) {
            var phase = schedule.phases[place]
            let known = old.currentPhase
            if let known, known.start == phase.start, !phase.differs(from: known),
                schedule.settings == old.settings
            {
                schedule.current = place
                try scheduleEnd(of: place, in: schedule)
            } else {
                let isSame = known?.start == phase.start
                phase.proration = proration ?? phase.proration
                // Items that are charged once belong to the start of the phase.
                if isSame { phase.added = [] }
                try enter(place, of: &schedule, as: phase, after: known)
            }
        } else if let first = schedule.phases.first {
            try self.schedule(.schedulePhase, of: schedule.id, at: first.start)
        }
        try emit("subscription_schedule.updated", put(schedule))
        return schedule
    }

    /// Begins the phase that is due, or ends the schedule if its last phase has ended. If the due phase
    /// cannot begin, aborts the schedule.
    func phaseComes(_ id: String) throws {
        guard var schedule = try find(SubscriptionSchedule.self, id), !schedule.status.isFinal,
            let last = schedule.phases.last
        else { return }
        guard last.end > now else { return try finish(&schedule) }
        guard let place = schedule.phases.lastIndex(where: { $0.start <= now }), place != schedule.current
        else { return }
        do {
            try enter(place, of: &schedule, after: schedule.currentPhase)
        } catch is ProcessorError, is Executed {
            return try abort(&schedule)
        }
        try emit("subscription_schedule.updated", put(schedule))
    }

    /// Emits `subscription_schedule.expiring`, seven days before the last phase ends.
    func scheduleExpires(_ id: String) throws {
        guard let schedule = try find(SubscriptionSchedule.self, id), schedule.status == .active,
            let end = schedule.phases.last?.end, end.adding(seconds: -Self.expiryNotice) == now
        else { return }
        try emit("subscription_schedule.expiring", encoded(schedule))
    }

    /// Cancels a schedule and its subscription.
    func cancel(schedule id: String, prorates: Bool, invoicesNow: Bool) throws -> SubscriptionSchedule {
        var schedule = try living(schedule: id, to: "cancel")
        schedule.status = .canceled
        schedule.canceledAt = now
        try put(schedule)
        if let subscription = try find(Subscription.self, schedule.subscription),
            !subscription.status.isFinal
        {
            _ = try cancel(subscription, prorates: prorates, invoicesNow: invoicesNow)
        }
        try emit("subscription_schedule.canceled", encoded(schedule))
        return schedule
    }

    /// Ends a schedule but not its subscription.
    func release(schedule id: String) throws -> SubscriptionSchedule {
        var schedule = try living(schedule: id, to: "release")
        try release(&schedule)
        return schedule
    }

    /// Returns the schedule with this id. Throws an error if the schedule has ended.
    ///
    /// - Parameter verb: The action that the error message names, such as `cancel`.
    func living(schedule id: String, to verb: String) throws -> SubscriptionSchedule {
        let schedule = try inPath(SubscriptionSchedule.self, id)
        try expect(
            !schedule.status.isFinal,
            "You cannot \(verb) a subscription schedule that is currently in the `\(schedule.status.rawValue)` status. It must have the status `not_started` or `active`."
        )
        return schedule
    }

    /// Cancels the schedule of a subscription that has ended.
    func scheduleEnds(with subscription: Subscription) throws {
        guard var schedule = try find(SubscriptionSchedule.self, subscription.schedule),
            !schedule.status.isFinal
        else { return }
        schedule.status = .canceled
        schedule.canceledAt = now
        let isAborted = subscription.cancellationReason == "payment_failed"
        try emit("subscription_schedule.\(isAborted ? "aborted" : "canceled")", put(schedule))
    }

    /// Throws an error if a change sets or removes the cancellation of a subscription that has a schedule.
    /// The schedule alone determines when the subscription ends.
    func checkNotScheduled(_ subscription: Subscription, _ change: SubscriptionChange) throws {
        guard let schedule = subscription.schedule,
            change.cancelAtPeriodEnd != nil || change.cancelAt != nil
        else { return }
        throw ProcessorError.invalid(
            "The subscription is managed by the subscription schedule `\(schedule)`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead."
        )
    }

    /// The number of seconds between the `subscription_schedule.expiring` event and the end of the schedule.
    private static let expiryNotice: Int64 = 7 * 86_400
}

extension EngineTransaction {
    /// Begins a phase: creates or changes the subscription, and schedules the end of the phase. Does nothing
    /// if the subscription has already ended.
    ///
    /// - Parameters:
    ///   - place: The position of the phase in the schedule.
    ///   - schedule: The schedule.
    ///   - given: The phase to apply, or nil for the phase at this position in the schedule.
    ///   - before: The phase that set the subscription's current terms, or nil. It can be an earlier version
    ///     of the new phase.
    private func enter(
        _ place: Int, of schedule: inout SubscriptionSchedule, as given: SubscriptionSchedule.Phase? = nil,
        after before: SubscriptionSchedule.Phase? = nil
    ) throws {
        let phase = given ?? schedule.phases[place]
        if let subscription = try find(Subscription.self, schedule.subscription) {
            guard !subscription.status.isFinal else { return }
            try apply(phase, of: schedule, to: subscription, after: before)
        } else {
            schedule.subscription = try start(phase, of: schedule)
        }
        schedule.current = place
        schedule.status = .active
        try put(schedule)
        try scheduleEnd(of: place, in: schedule)
    }

    private func scheduleEnd(of place: Int, in schedule: SubscriptionSchedule) throws {
        try self.schedule(.schedulePhase, of: schedule.id, at: schedule.phases[place].end)
        guard let end = schedule.phases.last?.end else { return }
        let notice = end.adding(seconds: -Self.expiryNotice)
        guard notice > now else { return }
        try self.schedule(.scheduleExpiry, of: schedule.id, at: notice)
    }

    /// Creates the subscription of a schedule. The subscription's invoices, including the first, start as
    /// drafts.
    private func start(_ phase: SubscriptionSchedule.Phase, of schedule: SubscriptionSchedule) throws
        -> String
    {
        let settings = phase.settings.completed(by: schedule.settings)
        var terms = SubscriptionTerms(
            customer: schedule.customer,
            items: phase.items.map {
                .init(price: $0.price, quantity: $0.quantity, metadata: $0.metadata)
            })
        terms.defaultPaymentMethod = settings.defaultPaymentMethod
        terms.daysUntilDue = settings.daysUntilDue
        terms.startsWithDraft = true
        terms.showsTrial = true
        terms.trialEnd = phase.trialEnd.flatMap { $0 > now ? $0 : nil }
        terms.added = phase.added.map(\.terms)
        terms.coupons = phase.coupons
        terms.destination = settings.destination
        terms.onBehalfOf = settings.onBehalfOf
        terms.applicationFeeBasisPoints = settings.applicationFeeBasisPoints
        terms.description = settings.description
        terms.metadata = phase.metadata
        terms.schedule = schedule.id
        return try begin(terms).object.id
    }

    /// Changes a subscription to the items and terms of a phase.
    private func apply(
        _ phase: SubscriptionSchedule.Phase, of schedule: SubscriptionSchedule, to old: Subscription,
        after before: SubscriptionSchedule.Phase?
    ) throws {
        let settings = phase.settings.completed(by: schedule.settings)
        var subscription = old
        subscription.schedule = schedule.id
        subscription.daysUntilDue = settings.daysUntilDue
        if let method = settings.defaultPaymentMethod { subscription.defaultPaymentMethod = method }
        subscription.description = settings.description ?? subscription.description
        subscription.destination = settings.destination ?? subscription.destination
        subscription.onBehalfOf = settings.onBehalfOf ?? subscription.onBehalfOf
        subscription.applicationFeeBasisPoints =
            settings.applicationFeeBasisPoints ?? subscription.applicationFeeBasisPoints
        subscription.metadata = try MetadataRules.merged(subscription.metadata, with: phase.metadata)
        try add(phase.added.map(\.terms), to: subscription)
        var change = SubscriptionChange(
            proration: SubscriptionChange.Proration(rawValue: phase.proration) ?? .createProrations)
        change.items = phase.changes(of: subscription.allItems)
        change.restarts = settings.anchor == "phase_start" && phase.start == now
        if phase.coupons != before?.coupons ?? [] { change.coupons = phase.coupons }
        if let end = phase.trialEnd, end > now {
            change.trialEnd = end
        } else if subscription.status == .trialing, let end = subscription.trialEnd, end > now {
            change.endsTrial = true
        }
        _ = try self.change(subscription, change)
    }

    /// Ends a schedule after its last phase. The schedule's `end_behavior` determines whether the
    /// subscription is canceled or continues without the schedule.
    private func finish(_ schedule: inout SubscriptionSchedule) throws {
        guard schedule.endBehavior == "cancel" else { return try release(&schedule) }
        schedule.status = .completed
        schedule.completedAt = now
        try emit("subscription_schedule.completed", put(schedule))
        if let subscription = try find(Subscription.self, schedule.subscription),
            !subscription.status.isFinal
        {
            try end(subscription)
        }
    }

    private func release(_ schedule: inout SubscriptionSchedule) throws {
        schedule.status = .released
        schedule.releasedAt = now
        schedule.releasedSubscription = schedule.subscription
        schedule.subscription = nil
        try emit("subscription_schedule.released", put(schedule))
        guard var subscription = try find(Subscription.self, schedule.releasedSubscription) else { return }
        subscription.schedule = nil
        try emit("customer.subscription.updated", put(subscription))
    }

    /// Cancels a schedule whose next phase cannot begin, for example because the customer was deleted.
    private func abort(_ schedule: inout SubscriptionSchedule) throws {
        schedule.status = .canceled
        schedule.canceledAt = now
        try emit("subscription_schedule.aborted", put(schedule))
    }
}

extension SubscriptionSchedule.Phase {
    /// Returns whether the phase differs from another phase in any field except the end and the proration
    /// behavior.
    fileprivate func differs(from other: Self) -> Bool {
        var same = self
        same.end = other.end
        same.proration = other.proration
        return same != other
    }
}

extension SubscriptionSchedule.Added {
    fileprivate var terms: SubscriptionTerms.Added {
        .init(
            price: price, product: product, unitAmount: unitAmount, currency: currency, quantity: quantity,
            metadata: metadata)
    }
}

extension Subscription {
    /// The subscription's terms, for use as the default settings of a schedule.
    fileprivate var scheduleSettings: SubscriptionSchedule.Settings {
        .init(
            daysUntilDue: daysUntilDue,
            collectionMethod: daysUntilDue == nil ? "charge_automatically" : "send_invoice",
            defaultPaymentMethod: defaultPaymentMethod, description: description, anchor: nil,
            onBehalfOf: onBehalfOf, destination: destination,
            applicationFeeBasisPoints: applicationFeeBasisPoints)
    }
}
