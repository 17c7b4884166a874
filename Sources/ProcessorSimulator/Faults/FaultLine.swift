import Foundation
import SimulationKit
import Synchronization
import TextKit

/// A line to a processor on which things go wrong as planned: in front of the typed door (``FaultyProcessor``), or of
/// a server's socket.
///
/// It counts the requests of each kind since its plan began, and draws faults in the order in which requests come.
public final class FaultLine: Sendable {
    private let progress: Mutex<Progress>

    /// A line with a plan.
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

    /// From now on this goes wrong; requests are counted anew.
    public func begin(_ plan: ProcessorFaultPlan) { progress.withLock { $0 = Progress(plan) } }

    /// How many requests there were since the plan began, of all kinds.
    public var requests: Int { progress.withLock { $0.total } }

    /// What goes wrong with the next request, and how long its answer takes; each request asks once.
    public func next(_ operation: ProcessorFaultPlan.Operation)
        -> (fault: ProcessorFaultPlan.Fault?, latency: Duration)
    {
        progress.withLock { progress in (progress.fault(of: operation), progress.plan.latency) }
    }

    /// Whether anything goes wrong with events.
    var failsEvents: Bool { progress.withLock { !$0.plan.events.isEmpty } }

    /// What of a page of events is told, and in which order.
    ///
    /// The last one of a page that is not the last page is always told, and last, so that a caller can go on behind it.
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

    /// A number for an event, the same each time that it is listed.
    private static func draw(of id: String, seed: UInt64) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325  // FNV-1a
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
    /// What goes wrong with a request of Stripe's API, and how long its answer takes.
    public func next(_ request: APIRequest) -> (fault: ProcessorFaultPlan.Fault?, latency: Duration) {
        next(ProcessorFaultPlan.Operation(method: request.method, path: request.path))
    }

    /// The answer to a list of events as the plan tells it; any other answer as it is.
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
    /// What a request of Stripe's API asks for.
    ///
    /// - Parameter path: `/v1/payment_intents/pi_1/confirm`
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
