import MoneyKit
import Processor
import TextKit
import TimeKit

extension EngineTransaction {
    /// Returns the latest mandate for a payment method, or nil.
    func mandate(of paymentMethod: String?) throws -> Mandate? {
        guard let paymentMethod else { return nil }
        return try children(Mandate.self, of: paymentMethod).last
    }

    /// Creates a mandate for a bank account. Returns nil for a card, because cards need no mandate.
    ///
    /// - Parameters:
    ///   - acceptance: Stripe's `customer_acceptance`, or null.
    ///   - amount: The amount and currency of a mandate for a single payment. Nil if the mandate permits
    ///     several payments.
    @discardableResult
    func createMandate(
        for method: PaymentMethod, _ acceptance: JSONTree,
        of amount: (minor: Int64, currency: Currency)? = nil
    ) throws -> Mandate? {
        guard method.kind == .usBankAccount else { return nil }
        let mandate = Mandate(
            id: try newID("mandate"), created: now, paymentMethod: method.id, acceptance: acceptance,
            amount: amount?.minor, currency: amount?.currency)
        return try put(mandate).object
    }

    /// Records the status of an attempt to set up a payment method. If the intent's latest attempt is still
    /// waiting for the customer, updates that attempt; otherwise creates a new attempt.
    func record(
        _ status: String, of intent: inout SetupIntent, _ method: String, error: ProcessorError? = nil
    ) throws {
        if var attempt = try find(SetupAttempt.self, intent.latestAttempt),
            attempt.status == "requires_action"
        {
            attempt.status = status
            attempt.error = error
            try put(attempt)
            return
        }
        let attempt = SetupAttempt(
            id: try newID("setatt"), created: now, setupIntent: intent.id, paymentMethod: method,
            customer: intent.customer, onBehalfOf: intent.onBehalfOf, usage: intent.usage, status: status,
            error: error)
        try put(attempt)
        intent.latestAttempt = attempt.id
    }
}
