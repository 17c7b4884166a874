import Bookings
import Processor

/// Somebody who is paid for jobs, with an account.
struct ScenarioPayee: Equatable, Sendable {
    var name: String
    /// By its clock days are told.
    var timeZone = "UTC"
    var onboarding = Account.OnboardingOutcome.complete
}

/// Work that is quoted, under a name: its job is called so, too.
struct ScenarioQuote: Equatable, Sendable {
    var name: String
    var payee: String
    var price: String
    var address: String?
}

/// A payer pays a quote, so many times at once.
struct ScenarioBooking: Equatable, Sendable {
    var quote: String
    var method = "pm_card_visa"
    var key: String?
    var times = 1
    /// How the payer answers the bank that asks; nil for not at all.
    var passesChallenge: Bool?
}

/// What is done with a quote or its job.
struct ScenarioJobAct: Equatable, Sendable {
    var quote: String
    var act: Act
    var role: BookingRole

    enum Act: String, Equatable, Sendable, CaseIterable {
        case complete, cancel, payout
        /// The payment sheet says that it is paid.
        case confirm
        /// The payment sheet was closed.
        case abandon
    }
}

/// What is looked at of a quote and its job.
enum ScenarioBookingField: String, Equatable, Sendable, CaseIterable {
    case status, payout, earned, refunded, abandonments
}

/// What is looked at of a payee.
enum ScenarioEarningsField: String, Equatable, Sendable, CaseIterable {
    case today, week, month, total
    case last7Days = "7d"
    case last30Days = "30d"
}
