import MoneyKit
import PaymentCore

extension Gift {
    /// Updates the gift to match its payment.
    mutating func take(_ payment: Payment) {
        self.payment = payment.id
        paymentIntent = payment.intent
        amount = Money(payment.quote.minorUnits(of: .base), payment.total.currency)
        coveredFeeMinor = payment.quote.minorUnits(of: .coveredFee)
        feeMinor = payment.applicationFeeMinor
        refundedMinor = payment.returnedMinor
        paidAt = payment.paidAt
        failureCode = payment.failure?.code
        status = Status(payment)
        countedMinor = payment.countedMinor
        if status == .failed { take(payment.failure) }
    }

    /// Records whether the payer can resolve a failure. Sets `isRefused` to false for a failure that the
    /// payer can resolve, such as a declined card, and to true for any other failure. A value of false is
    /// final: later failures do not change it.
    mutating func take(_ failure: PaymentFailure?) {
        guard isRefused != false, let failure else { return }
        isRefused = !failure.isOfPayer
    }
}

extension Gift.Status {
    init(_ payment: Payment) {
        switch payment.state {
        case .requiresConfirmation, .processing, .requiresCapture: self = .processing
        case .requiresAction: self = .requiresAction
        case .requiresPaymentMethod: self = .failed
        case .canceled: self = payment.failure == nil ? .canceled : .failed
        case .needsReview: self = .needsReview
        case .succeeded:
            if payment.isDisputed || payment.isLost {
                self = .disputed
            } else if payment.returnedMinor == 0 {
                self = .succeeded
            } else {
                self = payment.refundableMinor == 0 ? .refunded : .partiallyRefunded
            }
        }
    }
}

extension Payment {
    /// The part of the base amount that remains after refunds, in minor units. Zero if the payment is unpaid
    /// or was lost in a dispute.
    ///
    /// The refunded amount is split proportionally between the base amount and the fee. The base amount's
    /// part is rounded half up.
    fileprivate var countedMinor: Int64 {
        guard state == .succeeded, !isLost else { return 0 }
        let base = quote.minorUnits(of: .base)
        guard total.minorUnits > 0, returnedMinor > 0 else { return base }
        let doubled = base.multipliedFullWidth(by: returnedMinor)
        let (quotient, remainder) = total.minorUnits.dividingFullWidth(doubled)
        return base - quotient - (remainder >= total.minorUnits - remainder ? 1 : 0)
    }
}
