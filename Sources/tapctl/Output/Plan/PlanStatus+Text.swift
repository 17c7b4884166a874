import Documents
import Giving
import MoneyKit
import PaymentCore
import Plans
import TextKit
import TimeKit

extension PlanStatus: LabeledResult {
    /// Returns the subscriber's plan as human-readable lines, each with a label and a value.
    func lines(style: Style) -> [LabeledLine] {
        let paidPlan = isActive ? terms.map { "\(plan.name), \($0.shown)" } : nil
        let change = next.flatMap { next in
            next.from.map { "\(next.price), \(next.shown), from \($0.iso8601)" }
        }
        return labeled([
            "subscriber": printable(subscriber), "status": view.word(style: style),
            "plan": paidPlan ?? plan.name,
            "promotion": promotion.map { "\(printable($0.code)): \($0.words)" }, "then": change,
            endLabel: view == .free ? nil : subscriptionEnd?.iso8601,
            "last payment": lastCharge?.state == .paid ? nil : lastCharge?.words,
            "grace": isInGrace ? "the plan remains active while the charge is retried" : nil,
            "last charge": failure.map { FailureCode.sentence(of: $0.code) },
            "as of": age.map { "\($0) s ago" }, "warning": warning.map { printable($0) },
            "": TestMark.sentence,
        ])
    }

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
