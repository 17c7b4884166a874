import Processor

extension Work {
    /// Binds the method of a payment that succeeded to its customer, where the intent says that it will be used again.
    ///
    /// Source: Stripe documentation, "Save payment details during payment".
    func keepMethod(of intent: PaymentIntent) throws {
        guard intent.setupFutureUsage != nil, let customer = intent.customer, let id = intent.paymentMethod,
            let method = try find(PaymentMethod.self, id)
        else { return }
        try bind(method, to: customer)
    }
}
