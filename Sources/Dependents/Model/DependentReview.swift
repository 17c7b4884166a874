public import MoneyKit
public import TimeKit

/// What a guardian sees before paying: whom it is for, what it is, until when, how much. Shown and charged are one value.
public struct DependentReview: Hashable, Sendable {
    /// Whom and what it is for.
    public let dependent: Dependent
    /// Until the due date, from the day on which it is shown.
    public let remaining: DaysRemaining
    /// What can be done.
    public let approval: Approval

    /// What can be done about a fee.
    public enum Approval: Hashable, Sendable {
        /// It can be paid: this much.
        case payable(Money)
        /// It was paid: there is nothing to pay.
        case paid(Money)
        /// It cannot be paid, for a reason.
        case disabled(Reason)
    }

    /// Why nothing can be paid.
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        /// Nobody has said what it costs.
        case noFee = "no_fee"
    }

    /// The review of a dependent on a day.
    public init(_ dependent: Dependent, isPaid: Bool = false, today: CalendarDate) {
        self.dependent = dependent
        remaining = DaysRemaining(until: dependent.due, from: today)
        approval =
            switch dependent.fee {
            case nil: .disabled(.noFee)
            case let fee? where isPaid: .paid(fee)
            case let fee?: .payable(fee)
            }
    }
}
