package import Bookings
import Giving
import MoneyKit
package import PaymentCore
package import TimeKit

/// A quote with its payment and its job.
package struct ShownQuote {
    package let quote: BookingQuote
    /// The payment, if the payer has attempted one.
    package let payment: Payment?
    /// The job, if the quote was paid.
    package let job: BookingJob?
    package let now: Timestamp

    package init(quote: BookingQuote, payment: Payment?, job: BookingJob?, now: Timestamp) {
        self.quote = quote
        self.payment = payment
        self.job = job
        self.now = now
    }

    /// The status, derived from the quote, the payment and the job.
    package var status: String {
        if job != nil { return "paid" }
        if let payment, payment.state != .requiresPaymentMethod { return payment.state.rawValue }
        return quote.isOpen(at: now) ? "open" : "expired"
    }

    package var document: JSONValue {
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
}
