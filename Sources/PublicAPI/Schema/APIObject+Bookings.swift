import Bookings
import Documents
import PaymentCore

/// The documents of bookings.
extension APIObject {
    package static let payee = APIObject(
        name: "payee",
        fields: [
            .always("object", .text(of: ["payee"])), .always("id", .text()), .always("name", .text()),
            .always("org", .orNull(.text()), "who sells the work"), .always("time_zone", .text()),
            .always("account", .orNull(.text()), "null until payouts are begun to be set up"),
            .always(
                "payouts", .text(of: ["loading", "not_set_up", "pending_verification", "active", "failed"])),
        ])

    package static let bookingQuote = APIObject(
        name: "booking_quote",
        fields: [
            .always("object", .text(of: ["booking_quote"])), .always("id", .text()),
            .always("status", .text(), "open, expired, paid, or where its payment stands"),
            .always("payee", .text()), .always("payer_name", .text()), .always("payer_email", .text()),
            .always("title", .text()), .always("address", .orNull(.text())), .always("currency", .text()),
            .always("total_minor", .number(), "what the payer pays"),
            .always("platform_fee_minor", .number()), .always("payee_receives_minor", .number()),
            .always("expires", .text()),
            .always("payment", .orNull(.text()), "once somebody has tried to pay"),
            .always("payment_state", .orNull(.text())),
            .always("failure", .orNull(.text()), "why the last try failed"),
            .always("job", .orNull(.text()), "once it is paid"),
        ])

    package static let bookingJob = APIObject(
        name: "booking_job",
        fields: [
            .always("object", .text(of: ["booking_job"])), .always("id", .text()),
            .always("status", .text(of: BookingJob.Status.allCases.map(\.rawValue))),
            .always("quote", .text()), .always("payment", .text()), .always("payee", .text()),
            .always("payer_name", .text()), .always("payer_email", .text()), .always("title", .text()),
            .always("address", .orNull(.text())), .always("currency", .text()),
            .always("price_minor", .number(), "what the payer paid"),
            .always("earned_minor", .number(), "the payee's share, less refunds"),
            .always("refunded_minor", .number()), payoutStatus, .always("created", .text()),
            .always("completed", .orNull(.text())), .always("released", .orNull(.text())),
            .always("cancelled", .orNull(.text())),
        ])

    package static let job = APIObject(
        name: "job",
        fields: [
            .always("object", .text(of: ["job"])), .always("id", .text()), .always("title", .text()),
            .always("address", .text(), "Unknown where nobody has said"),
            .always("status", .text(of: BookingJob.Status.allCases.map(\.rawValue))),
            .always("amount_minor", .number(), "what the payee gets"), .always("currency", .text()),
            payoutStatus,
        ])

    package static let earnings = APIObject(
        name: "earnings",
        fields: [
            .always("object", .text(of: ["earnings"])), .always("payee", .text()),
            .always("currency", .text()),
            .always("earnings_today_minor", .number(), "since midnight, by the payee's clock"),
            .always("earnings_week_minor", .number(), "since Monday"),
            .always("earnings_month_minor", .number(), "since the first"),
            .always("earnings_7d_minor", .number(), "in the last 7 times 24 hours"),
            .always("earnings_30d_minor", .number()), .always("total_earnings_minor", .number()),
        ])

    static let earningsYear = APIObject(
        name: "earnings_year",
        fields: [
            .always("object", .text(of: ["earnings_year"])), .always("payee", .text()),
            .always("name", .text()), .always("year", .number()),
            .always("time_zone", .text(), "by its clock the months begin"), .always("currency", .text()),
            .always(
                "months",
                .list(
                    of: .object([
                        .always("month", .number(1...12)), .always("jobs", .number(), "completed in it"),
                        .always("earned_minor", .number(), "the payee's share, less refunds"),
                    ])), "all twelve"),
            .always("jobs", .number()), .always("earned_minor", .number()),
            .always("as_of", .text(), "when this was asked: later refunds change it"),
        ])

    package static let earning = APIObject(
        name: "earning",
        fields: [
            .always("object", .text(of: ["earning"])), .always("id", .text(), "the payment"),
            .always("job_id", .text()), .always("address", .text(), "Unknown where nobody has said"),
            .always("amount_minor", .number(), "the payee's share"), .always("currency", .text()),
            .always("date", .text(), "when the job was completed"), payoutStatus,
        ])

    private static let payoutStatus = APIField.always(
        "payout_status", .text(of: PayoutStatus.allCases.map(\.rawValue)))
}
