import Processor
import TimeKit

/// What a reconciliation did.
public struct Reconciliation: Hashable, Sendable {
    /// Calls that had no answer and have one now.
    public var callsEnded = 0
    /// Calls to which no answer came again: the next reconciliation tries them.
    public var callsLeft = 0
    /// Payments, refunds, disputes, payouts and schedules that were read anew.
    public var refreshed = 0
    /// Events that were new.
    public var events = 0
}

extension PaymentDriver {
    /// For how long the processor surely knows a key: an hour less than the 24 it promises.
    private var keyLife: Int64 { 23 * 3600 }

    /// Brings everything that is not final to its end: on start, after a crash, or because somebody asks.
    ///
    /// A call without an answer that is younger than 23 hours is sent again as it was; an older one is never made
    /// again: what it may have done is looked up at the processor, and what is not found there is for a person.
    ///
    /// - Parameter progress: Told how many of how many things are done.
    public func reconcile(progress: @Sendable (Int, Int) -> Void = { _, _ in }) async throws -> Reconciliation
    {
        var result = try await finishLeftCalls(olderThan: 0, progress: progress)
        result.events = try await readEvents(isThorough: true)
        result.refreshed = try await refreshUnfinished() + lookForDisputes()
        return result
    }

    /// Ends the calls that have no answer: all but those that somebody is surely still at.
    ///
    /// - Parameter seconds: How old a call has to be.
    public func finishLeftCalls(
        olderThan seconds: Int64, progress: @Sendable (Int, Int) -> Void = { _, _ in }
    ) async throws -> Reconciliation {
        let latest = clock.now().adding(seconds: -seconds)
        let calls = try await units.read { try $0.openCalls(limit: 100_000) }.filter { $0.created <= latest }
        var result = Reconciliation()
        for (index, call) in calls.enumerated() {
            progress(index, calls.count)
            do {
                try await finish(call)
                result.callsEnded += 1
            } catch let error as PaymentError where error.code == .outcomeUnknown {
                result.callsLeft += 1
            }
        }
        return result
    }

    private func finish(_ call: ProcessorCall) async throws {
        if clock.now() - call.created < keyLife {
            try await carry(call)
        } else {
            try await lookUp(call)
        }
    }

    /// For how long a refund that went through may still be sent back by the payer's bank: 30 days.
    ///
    /// Source: Stripe documentation, "Handle failed refunds".
    private var refundLife: Int64 { 30 * 86_400 }

    /// Looks for disputes that no event told of.
    private func lookForDisputes() async throws -> Int {
        let now = clock.now()
        let read = try await units.read { try $0.read(.disputes) } ?? Timestamp(seconds: 0)
        let found = try await list(since: read, processor.disputes)
        for dispute in found { try await refresh(dispute: dispute.id) }
        try await units.write { try $0.setRead(.disputes, until: now) }
        return found.count
    }

    private func refreshUnfinished() async throws -> Int {
        let now = clock.now()
        let (payments, refunds, disputes, payouts, schedules) = try await units.read { unit in
            (
                try unit.unfinishedPayments(limit: 10_000).filter { $0.intent != nil }.map(\.id),
                try unit.refundsToWatch(since: now.adding(seconds: -refundLife), limit: 10_000).map(\.id),
                try unit.openDisputes(limit: 10_000).map(\.id),
                try unit.openPayouts(limit: 10_000).map(\.id),
                try unit.dueSchedules(before: now, limit: 10_000).map(\.id)
            )
        }
        for id in payments { try await refresh(payment: id) }
        for id in refunds { try await refresh(refund: id) }
        for id in disputes { try await refresh(dispute: id) }
        for id in payouts { try await refresh(payout: id) }
        for id in schedules { try await refresh(schedule: id) }
        return payments.count + refunds.count + disputes.count + payouts.count + schedules.count
    }
}
