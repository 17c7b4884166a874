import Foundation
import TextKit

extension FaultLine {
    /// What goes wrong with a request of Stripe's API, and how long its answer takes.
    public func next(_ request: APIRequest) -> (fault: ProcessorFaultPlan.Fault?, latency: Duration) {
        next(ProcessorFaultPlan.Operation(method: request.method, path: request.path))
    }

    /// The answer to a list of events as the plan tells it; any other answer as it is.
    public func told(_ answer: APIAnswer, to request: APIRequest) -> APIAnswer {
        guard failsEvents, answer.status == 200,
            ProcessorFaultPlan.Operation(method: request.method, path: request.path) == .events,
            let page = try? JSONTree(answer.body, atMost: .max),
            var fields = page.object
        else { return answer }
        let told = told(page["data"].elements, hasMore: page["has_more"] == .bool(true)) {
            $0["id"].string ?? ""
        }
        fields["data"] = .array(told)
        var answer = answer
        answer.body = fields.tree.octets
        return answer
    }
}

extension ProcessorFaultPlan.Operation {
    /// What a request of Stripe's API asks for.
    ///
    /// - Parameter path: `/v1/payment_intents/pi_1/confirm`
    public init(method: String, path: String) {
        let steps = path.split(separator: "/").dropFirst()
        let noun = String(steps.first ?? "")
        let verb = steps.count > 2 ? String(steps.last ?? "") : ""
        self =
            switch (method, noun, verb, steps.count) {
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
