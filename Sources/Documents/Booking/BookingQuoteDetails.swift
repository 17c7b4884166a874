package import Bookings
import Giving
import MoneyKit
package import PaymentCore
package import TimeKit

/// A quote, with its payment and its job if there are any.
package struct BookingQuoteDetails: Documented {
    package let quote: BookingQuote
    /// The payment; nil if the payer has not tried to pay.
    package let payment: Payment?
    /// The job; nil if the quote has not been paid.
    package let job: BookingJob?
    package let now: Timestamp

    package init(quote: BookingQuote, payment: Payment?, job: BookingJob?, now: Timestamp) {
        self.quote = quote
        self.payment = payment
        self.job = job
        self.now = now
    }

    /// The status of the quote, derived from the quote, its payment and its job.
    package var status: String {
        if job != nil { return "paid" }
        if let payment, payment.state != .requiresPaymentMethod { return payment.state.rawValue }
        return quote.isOpen(at: now) ? "open" : "expired"
    }

    package static let fields = DocumentFields<BookingQuoteDetails>("booking_quote") {
        Field("id") { $0.quote.id }
        Field("status", "open, expired, paid, or the status of the payment") { $0.status }
        Field("payee") { $0.quote.request.payee }
        Field("payer_name") { $0.quote.request.payer.name }
        Field("payer_email") { $0.quote.request.payer.email }
        Field("title") { $0.quote.request.title }
        Field("address") { $0.quote.request.address }
        Field("currency") { $0.quote.quote.total.currency.code }
        Field("total_minor", "the amount that the payer pays") { $0.quote.quote.total.minorUnits }
        Field("platform_fee_minor") { $0.quote.quote.applicationFee.minorUnits }
        Field("payee_receives_minor") { $0.quote.quote.payeeNet.minorUnits }
        Field("expires") { $0.quote.expires }
        Field("payment", "set after the first attempt to pay") { $0.payment?.id }
        Field("payment_state") { $0.payment?.state.rawValue }
        Field("failure", "why the last attempt failed") { $0.payment?.failure?.code }
        Field("job", "set after the quote is paid") { $0.job?.id }
    }
}
