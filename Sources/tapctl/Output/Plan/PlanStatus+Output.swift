import Documents
import Giving
import MoneyKit
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
            "price_id": JSONValue(terms?.price), "interval": JSONValue(terms?.interval.rawValue),
            "promotion_code": JSONValue(promotion?.code), "next_price_id": JSONValue(next?.price),
            "subscription_end": JSONValue(subscriptionEnd?.iso8601),
            "last_charge": JSONValue(lastCharge?.state.rawValue),
            "last_charge_minor": lastCharge.map { .int(Int($0.amount.minorUnits)) } ?? .null,
            "last_charge_refunded_minor": lastCharge.map { .int(Int($0.refundedMinor)) } ?? .null,
            "cancel_at_period_end": .bool(cancelAtPeriodEnd),
            "processor_status": JSONValue(processorStatus?.rawValue), "failure": JSONValue(failure?.code),
            "age_seconds": age.map { .int(Int($0)) } ?? .null, "warning": JSONValue(warning),
        ]
    }

    /// Lines of a label and a value for a person.
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
        if isInGrace { rows.append(("grace", "it is given while the charge is tried again")) }
        if let failure { rows.append(("last charge", FailureCode.sentence(of: failure.code))) }
        if let age { rows.append(("as of", "\(age) s ago")) }
        if let warning { rows.append(("warning", printable(warning))) }
        rows.append(("", TestMark.sentence))
        return rows
    }
}

extension PlanStatus {
    /// The label of the period's end. A refunded charge is not shown as paid.
    private var endLabel: String {
        if cancelAtPeriodEnd { return "ends" }
        return [nil, .paid, .partiallyRefunded].contains(lastCharge?.state) ? "paid until" : "runs until"
    }
}

extension PlanTerms {
    /// `9.99 USD each month`
    var shown: String { "\(amount.shown) each \(interval.rawValue)" }
}

extension PlanCharge {
    /// The charge's amount and state, for people.
    var words: String {
        switch state {
        case .paid: "\(amount.shown), paid"
        case .partiallyRefunded:
            "\(Money(refundedMinor, amount.currency).shown) of \(amount.shown) refunded"
        case .refunded: "\(amount.shown), refunded"
        case .disputed: "\(amount.shown), disputed by the payer's bank"
        case .lost: "\(amount.shown), taken back by the payer's bank"
        }
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
        case .requiresAction: style.yellow("! \(word)")
        case .unknown: style.yellow("? \(word)")
        }
    }
}
