import Bookings
import Documents
import Giving
import MoneyKit
import PaymentCore
import TimeKit

/// A quote with what became of it.
struct ShownQuote {
    let quote: BookingQuote
    /// The payment, once somebody has tried to pay.
    let payment: Payment?
    /// The job, once it is paid.
    let job: BookingJob?
    let now: Timestamp

    /// Where it stands: a view of its facts.
    private var status: String {
        if job != nil { return "paid" }
        if let payment, payment.state != .requiresPaymentMethod { return payment.state.rawValue }
        return quote.isOpen(at: now) ? "open" : "expired"
    }

    /// The document of `docs/json.md`.
    var document: JSONValue {
        [
            "object": "booking_quote", "id": .string(quote.id), "status": .string(status),
            "payee": .string(quote.request.payee), "payer_name": .string(quote.request.payer.name),
            "payer_email": .string(quote.request.payer.email), "title": .string(quote.request.title),
            "address": JSONValue(quote.request.address),
            "currency": .string(quote.quote.total.currency.code),
            "total_minor": .int(Int(quote.quote.total.minorUnits)),
            "platform_fee_minor": .int(Int(quote.quote.applicationFee.minorUnits)),
            "payee_receives_minor": .int(Int(quote.quote.payeeNet.minorUnits)),
            "expires": .string(quote.expires.iso8601), "payment": JSONValue(payment?.id),
            "payment_state": JSONValue(payment?.state.rawValue),
            "failure": JSONValue(payment?.failure?.code), "job": JSONValue(job?.id),
        ]
    }

    /// For a person.
    func text(style: Style) -> String {
        var rows = [
            ("quote", quote.id), ("status", status.replacing("_", with: " ")),
            ("title", printable(quote.request.title)),
            ("address", quote.request.address.map { printable($0) } ?? "Unknown"),
            ("payer", printable("\(quote.request.payer.name), \(quote.request.payer.email)")),
            ("payer pays", quote.quote.total.shown), ("platform fee", quote.quote.applicationFee.shown),
            ("payee receives", quote.quote.payeeNet.shown),
        ]
        if let payment { rows.append(("payment", payment.id)) }
        if let job {
            rows.append(("job", job.id))
        } else if status == "open" {
            rows.append(("pay until", quote.expires.iso8601))
        }
        rows.append(("", TestMark.sentence))
        return columns(rows, style: style)
    }
}
