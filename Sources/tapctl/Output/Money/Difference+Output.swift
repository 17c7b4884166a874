import Documents
import MoneyKit
import PaymentCore
import TimeKit

extension Difference {
    /// Returns a difference between the books and the processor as human-readable text, with its details and
    /// the next step.
    func text(style: Style) -> String {
        let amount = booked.map { "\(self.amount.shown), but \($0.shown) in the books" } ?? self.amount.shown
        let place = account.map { ", to \($0)" } ?? ""
        return """
            \(style.bold(id))  \(summary)
              \(created.iso8601), \(amount)\(place)
              \(next)
            """
    }

    var document: JSONValue {
        [
            "kind": kind.rawValue.json, "id": id.json, "message": summary.json,
            "next": next.json, "amount_minor": amount.minorUnits.json,
            "booked_minor": JSONValue(booked?.minorUnits),
            "currency": amount.currency.code.json, "account": account.json,
            "payment": payment.json, "charge": charge.json, "subscription": subscription.json,
            "created": created.json,
        ]
    }

    /// A description of the difference, without a period.
    private var summary: String {
        switch kind {
        case .unknownCharge where subscription != nil:
            "a charge that is missing from the books; its subscription is \(subscription ?? "")"
        case .unknownCharge where !states.isEmpty: "a pending charge that is missing from the books"
        case .unknownCharge: "a charge that is missing from the books"
        case .unknownRefund where payment == nil:
            "a refund that is missing from the books; its charge is \(charge ?? "")"
        case .unknownRefund: "a refund that is missing from the books"
        case .unknownTransfer: "a transfer that is missing from the books"
        case .missingCharge: "a payment whose charge \(charge ?? "") does not exist at the processor"
        case .missingRefund: "a refund that the processor does not have"
        case .missingPayout: "a payout that the processor does not have"
        case .chargeAmount: "a charge whose amount differs from the books"
        case .chargeState:
            "a charge whose state is \(states.first ?? "") at the processor, but \(states.last ?? "") in the books"
        case .refundedAmount: "a charge whose refunded amount differs from the books"
        case .refundAmount: "a refund whose amount differs from the books"
        case .refundState:
            "a refund whose state is \(states.first ?? "") at the processor, but \(states.last ?? "") in the books"
        }
    }

    /// The next step to resolve the difference.
    private var next: String {
        switch kind {
        case .unknownCharge where account == nil:
            "this charge is not a gift; exclude it from the books with `tapctl payment dismiss \(id) --reason ...`"
        case .unknownCharge where metadata["fund"] == nil || customer == nil:
            "`tapctl payment adopt \(id) --fund ... --name ... --email ...`, or `tapctl payment dismiss \(id) --reason ...`"
        case .unknownCharge:
            "`tapctl payment adopt \(id)`, or `tapctl payment dismiss \(id) --reason ...`"
        case .unknownRefund where payment == nil:
            "`tapctl payment reconcile --full` without --from lists the refunded charge"
        case .unknownRefund, .refundState, .refundedAmount:
            "`tapctl payment reconcile` updates \(payment ?? "the payment"), and `tapctl gift list` shows its gift"
        case .unknownTransfer:
            "find out who made this transfer; then run `tapctl payment dismiss \(id) --reason ...`"
        case .missingCharge, .missingRefund, .missingPayout:
            "check that --processor selects the processor of these books"
        case .chargeAmount, .refundAmount, .chargeState:
            "compare \(id) in the processor's dashboard with \(payment ?? "the books"), then contact the processor's support"
        }
    }
}
