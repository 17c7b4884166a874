public import MoneyKit
public import TimeKit

/// What a guardian sees before paying: whom it is for, what it is, until when, how much. Shown and charged are one value.
public struct DependentReview: Hashable, Sendable {
    /// Whom and what it is for, and what became of it.
    public let enrolled: EnrolledDependent
    /// Who gets the fee.
    public let agency: Agency
    /// Until the due date, from the agency's today.
    public let remaining: DaysRemaining

    /// The review at a moment.
    public init(_ enrolled: EnrolledDependent, at agency: Agency, time: Timestamp) {
        self.enrolled = enrolled
        self.agency = agency
        remaining = DaysRemaining(until: enrolled.dependent.due, from: agency.date(of: time))
    }

    /// Whom and what it is for.
    public var dependent: Dependent { enrolled.dependent }

    /// What can be done about a fee.
    public enum Approval: Hashable, Sendable {
        /// It can be paid: this much.
        case payable(Money)
        /// It was paid: there is nothing to pay.
        case paid(Money)
        /// Nobody has said what it costs: it cannot be paid.
        case noFee
    }

    /// What can be done.
    public var approval: Approval {
        guard let fee = dependent.fee else { return .noFee }
        return enrolled.status == .confirmed ? .paid(fee) : .payable(fee)
    }
}
