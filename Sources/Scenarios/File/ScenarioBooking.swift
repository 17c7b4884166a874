import Bookings
package import Documents
package import Processor

/// Somebody who is paid for jobs, with an account.
package struct ScenarioPayee: Equatable, Sendable {
    package var name: String
    /// By its clock days are told.
    package var timeZone = "UTC"
    package var onboarding: Account.OnboardingOutcome = .complete
}

/// Work that is quoted, under a name: its job is called so, too.
package struct ScenarioQuote: Equatable, Sendable {
    package var name: String
    package var payee: String
    package var price: String
    package var address: String?
}

/// A payer pays a quote, so many times at once.
package struct ScenarioBooking: Equatable, Sendable {
    package var quote: String
    package var method = "pm_card_visa"
    package var key: String?
    package var times = 1
    /// How the payer answers the bank that asks; nil for not at all.
    var passesChallenge: Bool?
}

/// What is done with a quote or its job.
package struct ScenarioJobAct: Equatable, Sendable {
    package var quote: String
    var act: Act
    package var role: BookingRole

    enum Act: String, Equatable, Sendable, CaseIterable {
        case complete, cancel, payout
        /// The payment sheet says that it is paid.
        case confirm
        /// The payment sheet was closed.
        case abandon
    }
}

/// What is looked at of a quote and its job.
package enum ScenarioBookingField: String, Equatable, Sendable, CaseIterable {
    case status, payout, earned, refunded, abandonments
}

/// What is looked at of a payee.
package enum ScenarioEarningsField: String, Equatable, Sendable, CaseIterable {
    case today, week, month, total
    case last7Days = "7d"
    case last30Days = "30d"
}
