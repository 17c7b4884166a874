import MoneyKit
import Processor

extension EngineTransaction {
    /// Returns the amount that a customer typed on a Checkout page, in minor units. Returns nil if the
    /// customer cannot choose the amount.
    func amount(typed text: String, on id: String) throws -> Int64? {
        let session = try inPath(CheckoutSession.self, id)
        guard session.customAmount != nil else { return nil }
        guard let money = try? Money(parsing: text, in: session.currency ?? .usd) else {
            throw ProcessorError.notAnAmount("amount")
        }
        return money.minorUnits
    }

    /// Checks the amount that a customer chose, and saves it in the session. Does nothing after the first
    /// payment attempt, because the amount is then fixed.
    func choose(_ amount: Int64?, for session: inout CheckoutSession) throws {
        guard let limits = session.customAmount, session.paymentIntent == nil else { return }
        let currency = session.currency ?? .usd
        let chosen = amount ?? session.subtotal
        try require(
            limits.allows(chosen, in: currency),
            "The amount must be between \(AmountText.of(limits.minimum ?? ChargeLimits.least(in: currency), currency)) and \(AmountText.of(limits.maximum ?? AmountRules.most, currency)).",
            parameter: "amount")
        session.items[0].price.unitAmount = chosen
        // Stripe accepts no discounts with such a price, so the total is the chosen amount with its taxes.
        try sumUp(&session, [])
        try AmountRules.check(charge: session.total, in: currency)
        try require(
            (session.terms.applicationFeeAmount ?? 0) <= session.total,
            "The application fee cannot be greater than the amount.", parameter: "amount")
        try put(session)
    }
}
