import Processor
import TimeKit

extension EngineTransaction {
    func createClock(at frozenTime: Timestamp, named name: String?, of account: String?) throws
        -> Written<TestClock>
    {
        try require(
            account == nil || !configuration.isStrict, "Test clocks are not available on connected accounts.",
            parameter: "Stripe-Account")
        try require(
            frozenTime.seconds > 0, "Invalid timestamp: must be a positive Unix time.",
            parameter: "frozen_time")
        let clock = TestClock(
            id: try newID("clock"), created: now, account: account, name: name, frozenTime: frozenTime,
            deletesAfter: now.adding(seconds: configuration.clockLife))
        let written = try emit("test_helpers.test_clock.created", put(clock), account: account)
        try schedule(.clockDeletion, of: clock.id, at: clock.deletesAfter)
        return written
    }

    /// Starts to advance a clock. ``clockSteps(_:)`` later moves it to the target time.
    func advance(clock id: String, to target: Timestamp) throws -> Written<TestClock> {
        var clock = try inPath(TestClock.self, id)
        guard clock.status == .ready else { throw Self.underway }
        let subscriptions = try customers(of: clock).flatMap { try children(Subscription.self, of: $0.id) }
        let periods = subscriptions.filter { !$0.status.isFinal }.map { subscription in
            ClockRules.Period(
                interval: subscription.price.interval ?? .month, count: subscription.price.everyIntervals)
        }
        try ClockRules.check(advance: target, from: clock.frozenTime, periods)
        clock.status = .advancing
        clock.target = target
        let written = try emit("test_helpers.test_clock.advancing", put(clock), account: clock.account)
        try schedule(.clockStep, of: id, after: configuration.clockAdvanceDelay)
        return written
    }

    /// Executes due items of a clock that is being advanced, at most 50 in one transaction. If no further
    /// item is due by the target time, sets the clock to that time.
    func clockSteps(_ id: String) throws {
        guard var clock = try find(TestClock.self, id), clock.status == .advancing, let target = clock.target
        else { return }
        var isDone = false
        try atTime(of: clock) {
            var left = 50
            while left > 0, let due = try store.nextDue(on: id, upTo: target) {
                try store.remove(due, on: id)
                now = due.at
                try inAccount(ofObject: due.subject) { try perform(due) }
                left -= 1
            }
            isDone = left > 0
            clock.frozenTime = isDone ? target : now
        }
        guard isDone else {
            try put(clock)
            return try schedule(.clockStep, of: id, at: now)
        }
        clock.status = .ready
        clock.target = nil
        try emit("test_helpers.test_clock.ready", put(clock), account: clock.account)
    }

    /// Deletes a clock and its customers, and cancels the customers' subscriptions.
    func delete(clock id: String) throws -> TestClock {
        let clock = try inPath(TestClock.self, id)
        try atTime(of: clock) {
            for customer in try customers(of: clock) { _ = try delete(customer: customer.id) }
        }
        try emit("test_helpers.test_clock.deleted", encoded(clock), account: clock.account)
        try store.removeAll(on: id)
        try wipe(id)
        return clock
    }

    /// Deletes a clock when its lifetime ends.
    func clockExpires(_ id: String) throws {
        if try find(TestClock.self, id) != nil { _ = try delete(clock: id) }
    }

    /// Returns the customers that use a clock.
    func customers(of clock: TestClock) throws -> [Customer] {
        try list(Customer.self, ListQuery(), where: ["testClock": clock.id, "deleted": "0"]).data
    }

    /// Returns the clock with this id. Throws an error if the clock already has the maximum number of
    /// customers.
    func clockWithRoom(_ id: String) throws -> TestClock {
        let clock = try named(TestClock.self, id, by: "test_clock")
        try require(
            customers(of: clock).count < ClockRules.mostCustomers,
            "A test clock can have up to \(ClockRules.mostCustomers) customers.",
            parameter: "test_clock")
        return clock
    }
}

extension EngineTransaction {
    /// Runs a closure at the current time of a test clock.
    func atTime<Value>(of clock: TestClock, _ body: () throws -> Value) rethrows -> Value {
        let before = (now, testClock)
        (now, testClock) = (clock.frozenTime, clock.id)
        defer { (now, testClock) = before }
        return try body()
    }

    /// Runs a closure at the time of the test clock that one of these objects uses. If no object uses a test
    /// clock, runs the closure at the processor's own time.
    ///
    /// - Throws: `test_clock_advancing` with status 400 if `isChange` is true and the clock is being
    ///   advanced.
    func atTime<Value>(ofThose ids: [String], isChange: Bool, _ body: () throws -> Value) throws -> Value {
        for id in ids {
            guard let clockID = try clockID(ofObject: id), let clock = try find(TestClock.self, clockID)
            else {
                continue
            }
            guard !isChange || clock.status == .ready else { throw Self.underway }
            return try atTime(of: clock, body)
        }
        return try body()
    }

    /// Returns the id of the test clock that an object uses. This is usually the test clock of the object's
    /// customer.
    private func clockID(ofObject id: String) throws -> String? {
        switch id.prefix(while: { $0 != "_" }) {
        case "clock": id
        case "cus": try find(Customer.self, id)?.testClock
        case "sub" where id.hasPrefix("sub_sched_"):
            try find(SubscriptionSchedule.self, id).flatMap { try clockID(ofObject: $0.customer) }
        case "sub": try find(Subscription.self, id).flatMap { try clockID(ofObject: $0.customer) }
        case "si":
            try clockID(
                ofObject: find(SubscriptionItemPlace.self, id)?.subscription
                    ?? "sub_" + id.dropFirst("si_".count))
        case "in": try find(Invoice.self, id).flatMap { try clockID(ofObject: $0.customer) }
        case "cs": try find(CheckoutSession.self, id)?.customer.flatMap { try clockID(ofObject: $0) }
        case "pi": try find(PaymentIntent.self, id)?.customer.flatMap { try clockID(ofObject: $0) }
        case "cn": try find(CreditNote.self, id).flatMap { try clockID(ofObject: $0.customer) }
        case "qt":
            try find(Quote.self, id).flatMap { quote in
                try quote.testClock ?? quote.customer.flatMap { try clockID(ofObject: $0) }
            }
        default: nil
        }
    }

    private static var underway: ProcessorError {
        .invalid(
            "test_clock_advancing",
            "Test clock advancement underway: objects of this clock cannot be changed until its status is ready."
        )
    }
}
