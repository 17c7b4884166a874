import Processor
import TimeKit

/// The microdeposits that verify the bank account of a payment intent.
struct IntentMicrodeposits: StoredObject {
    static let objectName = "payment_intent.microdeposits"
    /// The id of the stored object. API responses do not contain this id.
    var id: String
    var created: Timestamp
    var intent: String
    /// The time when the microdeposits arrive.
    var arrival: Timestamp
    var failures = 0

    var parent: String? { intent }
}

extension EngineTransaction {
    /// Returns the microdeposits that the customer must verify for a payment intent. Returns nil if the
    /// payment intent is not waiting for verification.
    func microdeposits(of intent: PaymentIntent) throws -> IntentMicrodeposits? {
        guard intent.status == .requiresAction,
            try find(PaymentMethod.self, intent.paymentMethod)?.kind == .usBankAccount
        else { return nil }
        return try children(IntentMicrodeposits.self, of: intent.id).last
    }

    /// Sends microdeposits to the bank account of a payment intent. The microdeposits arrive after one day.
    func sendMicrodeposits(for intent: PaymentIntent) throws {
        try put(
            IntentMicrodeposits(
                id: newID("pimd"), created: now, intent: intent.id, arrival: now.adding(seconds: 86_400)))
    }

    /// Verifies the microdeposits that were sent to a payment intent's bank account, and then debits the bank
    /// account. Throws an error if the submitted values are wrong.
    ///
    /// Source: Stripe API reference, "Verify microdeposits on a PaymentIntent".
    func verify(_ deposits: Microdeposits, of intent: PaymentIntent) throws -> Written<PaymentIntent> {
        guard var sent = try microdeposits(of: intent) else {
            throw Executed(
                .unexpectedState(
                    of: intent,
                    "You cannot verify the microdeposits for this PaymentIntent because it is not waiting for verification."
                ))
        }
        var outcome = deposits.outcome
        guard outcome != .verified else { return try challenge(intent.id, .passed) }
        sent.failures += 1
        if sent.failures >= deposits.mostFailures { outcome = .exhausted }
        var error = deposits.error(outcome)
        error.paymentIntent = intent.id
        if outcome == .mismatch { try put(sent) } else { try fail(intent, error) }
        throw Executed(error, savesRefusal: true)
    }

    private func fail(_ intent: PaymentIntent, _ error: ProcessorError) throws {
        var intent = intent
        intent.status = .requiresPaymentMethod
        intent.lastPaymentError = error
        intent.lastPaymentError?.paymentMethod = intent.paymentMethod
        intent.paymentMethod = nil
        try emit("payment_intent.payment_failed", put(intent))
    }
}
