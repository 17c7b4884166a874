import MoneyKit
import Processor

extension EngineTransaction {
    /// Sets the shipping option that a customer chose, and checks the new total. Does nothing after the first
    /// payment attempt, because the option is then fixed.
    func choose(shippingRate id: String?, for session: inout CheckoutSession) throws {
        guard let id, session.paymentIntent == nil, session.shipping?.rate != id else { return }
        guard let place = session.shippingOptions?.firstIndex(where: { $0.rate == id }) else {
            throw ProcessorError.noSuch(ShippingRate.objectName, id, parameter: "shipping_rate")
        }
        session.chosenShipping = place
        if session.total > 0 {
            try AmountRules.check(charge: session.total, in: session.currency ?? .usd)
        }
        try require(
            (session.terms.applicationFeeAmount ?? 0) <= session.total,
            "The application fee cannot be greater than the amount.", parameter: "shipping_rate")
        try put(session)
    }
}
