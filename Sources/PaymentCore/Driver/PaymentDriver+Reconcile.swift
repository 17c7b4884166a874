import Processor
import TimeKit

/// What a reconciliation did.
public struct Reconciliation: Hashable, Sendable {
    /// Calls that had no answer and have one now.
    public var callsEnded = 0
    /// Calls to which no answer came again: the next reconciliation tries them.
    public var callsLeft = 0
    /// Questions to which no answer came, or a refusal: the next reconciliation asks them again.
    public var unanswered = 0
    /// Payments, refunds, disputes, payouts and schedules that were read anew.
    public var refreshed = 0
    /// Events that were new.
    public var events = 0
}

extension PaymentDriver {
    /// For how long the processor surely knows a key: an hour less than the 24 it promises.
    var keyLife: Int64 { 23 * 3600 }

    /// Brings everything that is not final to its end: on start, after a crash, or because somebody asks.
    ///
    /// A call without an answer that is younger than 23 hours is sent again as it was; an older one is never made
    /// again: what it may have done is looked up at the processor, and what is not found there is for a person.
    ///
    /// - Parameter progress: Told how many of how many things are done.
    public func reconcile(progress: @Sendable (Int, Int) -> Void = { _, _ in }) async throws -> Reconciliation
    {
        var result = try await finishCalls(olderThan: 0, progress: progress)
        // No step hinders the next: what has no answer now is asked again the next time.
        result.unanswered += try await tolerating { result.events = try await readEvents(isThorough: true) }
        for refresh in try await unfinished() {
            result.unanswered += try await tolerating { try await refresh() }
            result.refreshed += 1
        }
        result.unanswered += try await tolerating { result.refreshed += try await lookForReviewed() }
        result.unanswered += try await tolerating { result.refreshed += try await lookForDisputes() }
        for payee in try await payees(where: { $0 > 0 }) {
            result.unanswered += try await tolerating { try await collect(from: payee) }
        }
        for payee in try await payees(where: { $0 < 0 }) {
            result.unanswered += try await tolerating { try await repay(payee) }
        }
        try await finishAssignments(olderThan: 0, limit: .max, &result)
        return result
    }

    /// Does a step; where the processor does not answer, or refuses a question, that is all that happens.
    ///
    /// - Returns: How many answers are missing: 0 or 1.
    func tolerating(_ step: () async throws -> Void) async throws -> Int {
        do {
            try await step()
            return 0
        } catch let error as PaymentError
            where error.code == .outcomeUnknown || error.code == .processorRefused
        {
            return 1
        }
    }

    /// Ends the calls that have no answer: all but those that somebody is surely still at.
    ///
    /// At most 64 charges are assigned to their customers, so that this takes seconds even if the processor is slow.
    ///
    /// - Parameter seconds: How old a call has to be.
    public func finishLeftCalls(
        olderThan seconds: Int64, progress: @Sendable (Int, Int) -> Void = { _, _ in }
    ) async throws -> Reconciliation {
        var result = try await finishCalls(olderThan: seconds, progress: progress)
        try await finishAssignments(olderThan: seconds, limit: 64, &result)
        return result
    }

    /// The open calls that were decided so long ago.
    private func openCalls(
        olderThan seconds: Int64, where isMeant: @escaping @Sendable (CallRequest) -> Bool
    ) async throws -> [ProcessorCall] {
        let latest = clock.now().adding(seconds: -seconds)
        return try await units.read { try $0.openCalls(limit: 100_000) }
            .filter { $0.created <= latest && isMeant($0.request) }
    }

    /// Assigns charges to their customers: after all else, since nobody waits for it.
    private func finishAssignments(
        olderThan seconds: Int64, limit: Int, _ result: inout Reconciliation
    ) async throws {
        let calls = Array(try await openCalls(olderThan: seconds) { $0.isAssignment }.prefix(limit))
        let left = try await finish(assignments: calls)
        result.callsEnded += calls.count - left
        result.callsLeft += left
    }

    private func finishCalls(
        olderThan seconds: Int64, progress: @Sendable (Int, Int) -> Void
    ) async throws -> Reconciliation {
        let calls = try await openCalls(olderThan: seconds) { !$0.isAssignment }
        var result = Reconciliation()
        var intents: [String: PaymentIntent] = [:]
        result.unanswered += try await tolerating { intents = try await self.intents(of: calls) }
        for (index, call) in calls.enumerated() {
            progress(index, calls.count)
            // Without the walk nobody knows what became of an old call: it stays.
            if result.unanswered > 0, needsWalk(call) {
                result.callsLeft += 1
                continue
            }
            let missing = try await tolerating { [intents] in try await finish(call, intents) }
            result.callsEnded += 1 - missing
            result.callsLeft += missing
        }
        return result
    }

    /// Ends the calls about a payment, refund or schedule, so that what is asked next comes behind them.
    ///
    /// A call that somebody else carries out at the same moment opens the next one behind it: that one is ended, too.
    ///
    /// - Throws: ``PaymentError`` with code `outcomeUnknown` when no answer came.
    public func finishCalls(about subject: String) async throws {
        var seen: Set<String> = []
        while true {
            let calls = try await units.read { try $0.calls(about: subject) }.filter { !seen.contains($0.id) }
            guard !calls.isEmpty else { return }
            let intents = try await intents(of: calls)
            for call in calls { try await finish(call, intents) }
            seen.formUnion(calls.map(\.id))
        }
    }

    private func finish(_ call: ProcessorCall, _ intents: [String: PaymentIntent]) async throws {
        if isStaleMove(call) {
            try await dropMove(call)
        } else if isOld(call) {
            try await lookUp(call, intents)
        } else {
            try await deliver(call)
        }
    }

    /// Whether the processor may have forgotten the key of a call.
    func isOld(_ call: ProcessorCall) -> Bool { clock.now() - call.created >= keyLife }

    /// Looks for disputes that no event told of.
    private func lookForDisputes() async throws -> Int {
        let now = clock.now()
        let read = try await units.read { try $0.read(.disputes) } ?? Timestamp(seconds: 0)
        let found = try await list(since: read, processor.disputes)
        for dispute in found { try await refresh(dispute: dispute.id) }
        try await units.write { try $0.setRead(.disputes, until: now) }
        return found.count
    }

    /// Everything that has not come to its end, as the questions to ask about it.
    private func unfinished() async throws -> [@Sendable () async throws -> Void] {
        let now = clock.now()
        return try await units.read { unit in
            let reviewed = try unit.payments(in: .needsReview, behind: nil, limit: 10_000)
            let payments = (try unit.unfinishedPayments(ofPayee: nil, limit: 10_000) + reviewed)
                .filter { $0.intent != nil }
            let refunds = try unit.refundsToWatch(limit: 10_000)
            let disputes = try unit.openDisputes(limit: 10_000)
            let payouts = try unit.openPayouts(limit: 10_000)
            let schedules = try unit.dueSchedules(before: now, limit: 10_000)
            var questions: [@Sendable () async throws -> Void] = []
            questions += payments.map { payment in { try await refresh(payment: payment.id) } }
            questions += refunds.map { refund in { try await refresh(refund: refund.id) } }
            questions += disputes.map { dispute in { try await refresh(dispute: dispute.id) } }
            questions += payouts.map { payout in { try await refresh(payout: payout.id, of: payout.payee) } }
            questions += schedules.map { schedule in { try await refresh(schedule: schedule.id) } }
            return questions
        }
    }
}
