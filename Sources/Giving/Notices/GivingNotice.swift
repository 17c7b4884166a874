import MoneyKit
import PaymentCore
import TimeKit

/// The text of a notice to a donor.
struct GivingNotice: Hashable {
    /// The kind of a notice. The raw value is stored in the database.
    enum Kind: String, CaseIterable {
        case receipt, refund
        case recurringDeclined = "recurring_declined"
        case recurringChanged = "recurring_changed"
    }

    let kind: Kind
    let title: String
    private(set) var body: String
    let data: [String: String]

    /// Creates a notice about a new receipt or a voided receipt.
    ///
    /// - Parameters:
    ///   - gift: The gift, with the number of its valid receipt. The number is nil if the gift was fully
    ///     refunded or lost in a dispute.
    ///   - before: The number of the voided receipt, or nil.
    init(receiptOf gift: Gift, replacing before: String?, to organization: Organization) {
        let number = gift.receiptNumber
        let giving = "gift of \(gift.total.named) to \(organization.displayName)"
        data = ["receipt_number": number, "void_receipt_number": before].compactMapValues { $0 }
        switch (number, before) {
        case (let number?, nil):
            (kind, title) = (.receipt, Self.receiptTitle(of: gift, to: organization))
            body = "Thank you for your \(giving). Your receipt number is \(number)."
        case (let number?, let before?):
            let back = Money(gift.refundedMinor, gift.amount.currency)
            kind = .refund
            title =
                "Your \(gift.total.brief) gift to \(organization.displayName): \(back.brief) refunded, new receipt"
            body = "\(back.named) of your \(giving) was refunded. Receipt \(number) replaces \(before)."
        case (nil, _) where gift.status == .disputed:
            (kind, title) = (.refund, "Gift reversed by the bank")
            body =
                "Your bank has reversed the payment for your \(giving) because of a dispute. "
                + "Receipt \(before ?? "") is void."
        case (nil, _):
            (kind, title) = (.refund, "Gift refunded")
            body = "Your \(giving) was refunded in full. Receipt \(before ?? "") is void."
        }
        body += " \(TestMark.sentence)."
    }

    /// Creates a notice that sends the donor another copy of a gift's valid receipt.
    init(resendingReceiptOf gift: Gift, to organization: Organization) {
        let number = gift.receiptNumber
        (kind, title) = (.receipt, Self.receiptTitle(of: gift, to: organization))
        data = ["receipt_number": number].compactMapValues { $0 }
        body =
            "Here is another copy of the receipt for your gift of \(gift.total.named) "
            + "to \(organization.displayName). \(TestMark.sentence)."
    }

    /// Creates a notice that a charge for a monthly gift was declined.
    init(declined recurring: RecurringGift, to organization: Organization?) {
        (kind, title) = (.recurringDeclined, "Monthly gift declined")
        let name = organization?.displayName ?? recurring.organization
        body = "The payment for your monthly gift of \(recurring.total.named) to \(name) was declined."
        body += " To continue this gift, choose another card on the page “Your gifts”. \(TestMark.sentence)."
        data = ["organization": recurring.organization]
    }

    /// Creates a notice about a change to a monthly gift that was made directly at the processor.
    init(
        _ change: RecurringOutsideChange, of recurring: RecurringGift, to organization: Organization?,
        by calendar: LocalCalendar
    ) {
        kind = .recurringChanged
        data = ["organization": recurring.organization]
        let name = organization?.displayName ?? recurring.organization
        let gift = "Your monthly gift of \(recurring.total.named) to \(name)"
        func day(_ time: Timestamp) -> String { calendar.date(of: time).iso8601 }
        switch change {
        case .ended:
            title = "Monthly gift ended"
            body = "\(gift) has ended. You will not be charged again."
        case .ends(let end):
            title = "Monthly gift ends"
            body = "\(gift) ends on \(day(end)). You will not be charged after that day."
        case .paused(let end):
            title = "Monthly gift paused"
            body = "\(gift) is paused \(end.map { "until \(day($0))" } ?? "until it is resumed")."
        case .resumed:
            title = "Monthly gift resumed"
            body = "\(gift) has resumed after a pause."
        case .terms(let amount, let hasOtherDay, let card):
            title = "Monthly gift changed"
            var changes: [String] = []
            if amount { changes.append("the amount is now \(recurring.total.named)") }
            if hasOtherDay {
                changes.append("the charge is now due on day \(recurring.dayOfMonth) of the month")
            }
            if card { changes.append("a different card is now charged") }
            body = "Your monthly gift to \(name) was changed: \(changes.joined(separator: "; "))."
        }
        if change != .ended, let next = recurring.nextCharge {
            body += " The next charge is on \(day(next))."
        }
        body += " \(TestMark.sentence)."
    }

    private static func receiptTitle(of gift: Gift, to organization: Organization) -> String {
        "Your \(gift.total.brief) gift to \(organization.displayName): receipt"
    }

    func kept(as id: String, about subject: String, at time: Timestamp) -> OutboxNotice {
        OutboxNotice(
            id: id, kind: kind.rawValue, to: .payer, about: subject, title: title, body: body, data: data,
            time: time)
    }
}

extension Money {
    /// The amount for a title, such as `$50` or `$50.25`.
    fileprivate var brief: String {
        let zeros = String(repeating: "0", count: currency.fractionDigits)
        let text = formatted(MoneyLocale("en-US"))
        return zeros.isEmpty ? text : text.replacing("." + zeros, with: "")
    }
}
