import Documents
import Giving
import MoneyKit
import PaymentCore
import Plans
import TextKit
import TimeKit

extension PlanStatus {
    /// Returns the subscriber's plan as human-readable lines, each with a label and a value.
    func lines(style: Style) -> [(label: String, value: String)] {
        var rows = [
            ("subscriber", printable(subscriber)), ("status", view.word(style: style)),
            ("plan", isActive ? terms.map { "\(plan.name), \($0.shown)" } ?? plan.name : plan.name),
        ]
        if let promotion { rows.append(("promotion", "\(printable(promotion.code)): \(promotion.words)")) }
        if let next, let from = next.from {
            rows.append(("then", "\(next.price), \(next.shown), from \(from.iso8601)"))
        }
        if let subscriptionEnd, view != .free { rows.append((endLabel, subscriptionEnd.iso8601)) }
        if let lastCharge, lastCharge.state != .paid {
            rows.append(("last payment", lastCharge.words))
        }
        if isInGrace { rows.append(("grace", "the plan remains active while the charge is retried")) }
        if let failure { rows.append(("last charge", FailureCode.sentence(of: failure.code))) }
        if let age { rows.append(("as of", "\(age) s ago")) }
        if let warning { rows.append(("warning", printable(warning))) }
        rows.append(("", TestMark.sentence))
        return rows
    }
}

extension PlanStatus {
    /// The label for the end of the plan's period. It is not `paid until` if the last charge was refunded in
    /// full or disputed.
    private var endLabel: String {
        if cancelAtPeriodEnd { return "ends" }
        return [nil, .paid, .partiallyRefunded].contains(lastCharge?.state) ? "paid until" : "runs until"
    }
}

extension PlanStatus.View {
    /// Returns the status of the plan with a symbol, in color if the style has colors.
    fileprivate func word(style: Style) -> String {
        switch self {
        case .free: "○ \(word)"
        case .active: style.green("● \(word)")
        case .pastDue: style.yellow("! \(word)")
        case .cancelling: style.yellow("◔ \(word)")
        case .ended: "× \(word)"
        case .requiresAction: style.yellow("! \(word)")
        case .unknown: style.yellow("? \(word)")
        }
    }
}
