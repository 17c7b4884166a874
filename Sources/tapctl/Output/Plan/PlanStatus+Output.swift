import Giving
import PaymentCore
import Plans
import TimeKit

extension PlanStatus {
    /// The document of `docs/json.md`.
    var document: JSONValue {
        [
            "object": "plan_status", "subscriber": .string(subscriber), "status": .string(view.rawValue),
            "plan": .string(plan.id), "subscribed": .bool(subscribed), "active": .bool(isActive),
            "in_grace": .bool(isInGrace), "product_id": JSONValue(productID),
            "subscription_end": JSONValue(subscriptionEnd?.iso8601),
            "cancel_at_period_end": .bool(cancelAtPeriodEnd),
            "processor_status": JSONValue(processorStatus?.rawValue), "failure": JSONValue(failure?.code),
            "age_seconds": age.map { .int(Int($0)) } ?? .null, "warning": JSONValue(warning),
        ]
    }

    /// Lines of a label and a value for a person.
    func lines(style: Style) -> [(label: String, value: String)] {
        var rows = [
            ("subscriber", printable(subscriber)), ("status", view.word(style: style)),
            ("plan", plan.price.map { "\(plan.name), \($0.amount.shown) each month" } ?? plan.name),
        ]
        if let subscriptionEnd {
            rows.append((cancelAtPeriodEnd ? "ends" : "paid until", subscriptionEnd.iso8601))
        }
        if isInGrace { rows.append(("grace", "it is given while the charge is tried again")) }
        if let failure { rows.append(("last charge", FailureCode.sentence(of: failure.code))) }
        if let age { rows.append(("as of", "\(age) s ago")) }
        if let warning { rows.append(("warning", printable(warning))) }
        rows.append(("", TestMark.sentence))
        return rows
    }
}

extension PlanStatus.View {
    /// Told apart without colour, too.
    fileprivate func word(style: Style) -> String {
        switch self {
        case .free: "○ \(word)"
        case .active: style.green("● \(word)")
        case .pastDue: style.yellow("! \(word)")
        case .cancelling: style.yellow("◔ \(word)")
        case .ended: "× \(word)"
        case .unknown: style.yellow("? \(word)")
        }
    }
}
