import Bookings
package import Documents
package import Processor

/// A payee of bookings, with an account.
package struct ScenarioPayee: Equatable, Sendable {
    package var name: String
    /// The time zone in which days are counted.
    package var timeZone = "UTC"
    package var onboarding: Account.OnboardingOutcome = .complete
}

/// A named quote for work. Its job has the same name.
package struct ScenarioQuote: Equatable, Sendable {
    package var name: String
    package var payee: String
    package var price: String
    package var address: String?
}

/// The payment of a quote, made several times at once.
package struct ScenarioBooking: Equatable, Sendable {
    package var quote: String
    package var method = "pm_card_visa"
    package var key: String?
    package var times = 1
    /// The payer's response to the bank's challenge; nil for no response.
    var passesChallenge: Bool?
}

/// An action on a quote or its job.
package struct ScenarioJobAct: Equatable, Sendable {
    package var quote: String
    var act: Act
    package var role: BookingRole

    enum Act: String, Equatable, Sendable, CaseIterable {
        case complete, cancel, payout
        /// The payment sheet reports that it is paid.
        case confirm
        /// The payer closes the payment sheet.
        case abandon
    }
}

/// A checked field of a quote and its job.
package enum ScenarioBookingField: String, Equatable, Sendable, CaseIterable {
    case status, payout, earned, refunded, abandonments
}

/// A checked field of a payee's earnings.
package enum ScenarioEarningsField: String, Equatable, Sendable, CaseIterable {
    case today, week, month, total
    case last7Days = "7d"
    case last30Days = "30d"
}
