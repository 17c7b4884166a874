import Foundation
import SimulationKit
import Synchronization
import TextKit

/// A connection to a processor, with planned faults. ``FaultyProcessor`` and the HTTP server use it.
///
/// The connection counts the requests of each kind since the plan began. The random faults depend on the
/// plan's seed and on the order of the requests.
public final class FaultLine: Sendable {
    private let progress: Mutex<Progress>

    /// Creates a connection with a fault plan.
    public init(_ plan: ProcessorFaultPlan = ProcessorFaultPlan()) { progress = Mutex(Progress(plan)) }

    fileprivate struct Progress {
        let plan: ProcessorFaultPlan
        var counts: [ProcessorFaultPlan.Operation: Int] = [:]
        var total = 0
        var generator: SeededGenerator

        init(_ plan: ProcessorFaultPlan) {
            self.plan = plan
            generator = SeededGenerator(seed: plan.seed)
        }
    }

    /// Replaces the plan, and resets the counts and the random generator.
    public func begin(_ plan: ProcessorFaultPlan) { progress.withLock { $0 = Progress(plan) } }

    /// The number of requests of all kinds since the plan began.
    public var requests: Int { progress.withLock { $0.total } }

    /// Counts a request. Returns the request's fault, if any, and the latency of the response.
    public func next(_ operation: ProcessorFaultPlan.Operation)
        -> (fault: ProcessorFaultPlan.Fault?, latency: Duration)
    {
        progress.withLock { progress in (progress.fault(of: operation), progress.plan.latency) }
    }

    /// Whether the plan contains faults that affect lists of events.
    var failsEvents: Bool { progress.withLock { !$0.plan.events.isEmpty } }

    /// Returns a page of events with the plan's event faults applied.
    ///
    /// If more pages follow, the last event is not affected, because the caller needs its id to request the
    /// next page.
    func reported<Event>(_ page: [Event], hasMore: Bool, id: (Event) -> String) -> [Event] {
        let plan = progress.withLock { $0.plan }
        var reported = page
        let last = hasMore ? reported.popLast() : nil
        if plan.events.contains(.lost) {
            reported.removeAll { Self.draw(of: id($0), seed: plan.seed).isMultiple(of: 2) }
        }
        if plan.events.contains(.twice) { reported = reported.flatMap { [$0, $0] } }
        if plan.events.contains(.shuffled) {
            var generator = SeededGenerator(seed: plan.seed)
            reported.shuffle(using: &generator)
        }
        return reported + (last.map { [$0] } ?? [])
    }

    /// Returns a random number for an event. The number is the same each time the event is listed.
    private static func draw(of id: String, seed: UInt64) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325  // The FNV-1a hash.
        for byte in id.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        var generator = SeededGenerator(seed: seed ^ hash)
        return generator.next() >> 1
    }
}

extension FaultLine.Progress {
    fileprivate mutating func fault(of operation: ProcessorFaultPlan.Operation) -> ProcessorFaultPlan.Fault? {
        let number = counts[operation, default: 0] + 1
        counts[operation] = number
        total += 1
        if let death = plan.death, total >= death.request {
            return total == death.request && death.isCarriedOut ? .answerLost : .requestLost
        }
        if let rule = plan.rules.first(where: { $0.operation == operation && $0.number == number }) {
            return rule.fault
        }
        guard plan.rate > 0, Int.random(in: 0..<10_000, using: &generator) < plan.rate else { return nil }
        return plan.faults.randomElement(using: &generator)
    }
}

extension FaultLine {
    /// Counts a request to Stripe's API. Returns the request's fault, if any, and the latency of the
    /// response.
    public func next(_ request: APIRequest) -> (fault: ProcessorFaultPlan.Fault?, latency: Duration) {
        next(ProcessorFaultPlan.Operation(method: request.method, path: request.path))
    }

    /// Applies the plan's event faults to a response that lists events. Returns any other response unchanged.
    public func reported(_ answer: APIResponse, to request: APIRequest) -> APIResponse {
        guard failsEvents, answer.status == 200,
            ProcessorFaultPlan.Operation(method: request.method, path: request.path) == .events,
            let page = try? JSONTree(answer.body, atMost: .max),
            var fields = page.object
        else { return answer }
        let reported = reported(page["data"].elements, hasMore: page["has_more"] == .bool(true)) {
            $0["id"].string ?? ""
        }
        fields["data"] = .array(reported)
        var answer = answer
        answer.body = fields.tree.bytes
        return answer
    }
}

extension ProcessorFaultPlan.Operation {
    /// Determines the kind of a request to Stripe's API.
    ///
    /// - Parameters:
    ///   - method: The HTTP method, such as `POST`.
    ///   - path: The path, such as `/v1/payment_intents/pi_1/confirm`.
    public init(method: String, path: String) {
        let steps = path.split(separator: "/").dropFirst()
        let object = String(steps.first ?? "")
        let verb = steps.count > 2 ? String(steps.last ?? "") : ""
        self =
            switch (method, object, verb, steps.count) {
            case ("GET", "events", "", 1): .events
            case ("GET", _, _, _): .read
            case ("POST", "payment_intents", "", 1): .createIntent
            case ("POST", "payment_intents", "confirm", _): .confirm
            case ("POST", "payment_intents", "capture", _): .capture
            case ("POST", "payment_intents", "cancel", _): .cancel
            case ("POST", "refunds", "", 1): .refund
            case ("POST", "subscriptions", "", 1): .createSubscription
            case ("POST", "subscriptions", "", 2): .updateSubscription
            case ("DELETE", "subscriptions", "", 2): .cancelSubscription
            case ("POST", "invoices", "pay", _): .payInvoice
            case ("POST", "transfers", "", 1): .transfer
            case ("POST", "transfers", "reversals", 3): .reverse
            case ("POST", "payouts", "", 1): .payout
            default: .otherChange
            }
    }
}
