import Documents
import Giving
import Processor
import ProcessorSimulator
import TimeKit

extension ScenarioAction {
    /// A human-readable description of the action.
    var sentence: String {
        switch self {
        case .gift(let gift): gift.sentence
        case .product(let action): action.verb.sentence
        case .card(let name, _, let month, let year): "card \(name) that expires \(month)/\(year)"
        case .tap(let url): "tap \(url)"
        case .refund(let gift, let amount, _): "refund \(amount ?? "all") of \(gift)"
        case .change(let gift, let change): "change \(gift): \(change.sentence)"
        case .dispute(let gift, let evidence):
            "dispute of \(gift) with \(evidence == "winning_evidence" ? "winning" : "losing") evidence"
        case .challenge(let gift, let passed): "challenge of \(gift) \(passed ? "passed" : "failed")"
        case .advance(.seconds(let seconds)): "advance \(Self.duration(seconds))"
        case .advance(.until(let moment)): "advance to \(moment.iso8601)"
        case .advance(.months(let months)): "advance \(counted(months, "month"))"
        case .fault(let plan): "fault: \(plan.sentence)"
        case .reconcile: "reconcile"
        case .payout(let name): "payout to \(name)"
        case .closeFund(let org, let fund, _): "close fund \(org)/\(fund)"
        case .reopenFund(let org, let fund): "reopen fund \(org)/\(fund)"
        case .setStatus(let org, .suspended): "suspend \(org)"
        case .setStatus(let org, _): "activate \(org)"
        case .expect: "expect"
        }
    }

    private static func duration(_ seconds: Int64) -> String {
        for (size, unit) in [(Int64(86_400), "d"), (3_600, "h"), (60, "m")]
        where seconds.isMultiple(of: size) {
            return "\(seconds / size)\(unit)"
        }
        return "\(seconds)s"
    }
}

extension ScenarioGift {
    fileprivate var sentence: String {
        let place = url ?? [org ?? "", fund].compactMap(\.self).joined(separator: "/")
        let count = repeats == 1 ? "" : "\(repeats) x "
        let sum = amount.map { "\($0) to " } ?? "to "
        return "gift \(count)\(sum)\(place)" + (isRecurring ? " monthly" : "")
            + (method == "pm_card_visa" ? "" : ", \(method)")
    }
}

extension RecurringChange {
    fileprivate var sentence: String {
        switch self {
        case .amount(let amount): "amount \(amount)"
        case .day(let day): "day \(day)"
        case .method(let method): "card \(method)"
        case .fund(let fund): "fund \(fund)"
        case .pause(let until): "pause" + (until.map { " until \($0.iso8601)" } ?? "")
        case .resume: "resume"
        case .cancel: "cancel"
        case .retry: "retry"
        }
    }
}

extension ProcessorFaultPlan {
    fileprivate var sentence: String {
        var parts: [String] = []
        // The rules of a step are for consecutive calls of one operation.
        if let first = rules.first, let last = rules.last {
            let calls = rules.count == 1 ? "call \(first.number)" : "calls \(first.number) to \(last.number)"
            parts.append("\(first.operation.rawValue), \(calls): \(first.fault.rawValue)")
        }
        if rate > 0 { parts.append("\(rate) of 10,000 requests at random") }
        if !events.isEmpty {
            parts.append("events \(events.map(\.rawValue).sorted().joined(separator: ", "))")
        }
        return parts.isEmpty ? "none" : parts.joined(separator: "; ")
    }
}

/// Returns a suffix such as `, 5 times concurrently`. Returns an empty string if the action is performed
/// once.
func often(_ times: Int) -> String { times == 1 ? "" : ", \(times) times concurrently" }
