public import DatabaseKit

extension PaymentDriver {
    /// The payment of what is paid once: begun where there is none, tried again where it was declined, and otherwise
    /// left as it stands.
    ///
    /// - Parameters:
    ///   - earlier: The last payment of it, or nil.
    ///   - order: What is asked for where a payment is begun.
    /// - Returns: The payment, and what of it is to be carried on.
    public func payOnce(
        after earlier: Payment?, method: String, payer: Payer, in transaction: Transaction,
        order: () throws -> PaymentOrder
    ) throws -> (payment: String, calls: [ProcessorCall]) {
        if let earlier, !earlier.state.takesAnotherTry {
            return (earlier.id, try transaction.calls(about: earlier.id))
        }
        if let earlier, earlier.state == .requiresPaymentMethod {
            return (earlier.id, [try retry(earlier.id, method: method, payer: payer, in: transaction)])
        }
        let (payment, call) = try begin(try order(), in: transaction)
        return (payment.id, [call])
    }

    /// Carries calls on. That the processor does not answer is no error here: such a call stays open until `reconcile`.
    ///
    /// - Returns: What the processor refused last, or nil.
    @discardableResult public func carryOn(_ calls: [ProcessorCall]) async throws -> PaymentError? {
        try await carryOn(calls) { _ in }.refusal
    }

    /// Does as ``carryOn(_:)``, and looks how it stands in the transaction that books the last answer.
    ///
    /// - Parameter look: Reads, and throws nothing of its own; it may be called for each of the calls, and more than
    ///   once.
    /// - Returns: What was refused last, and what was found; nothing is where the last call stays open, and where
    ///   there is none.
    public func carryOn<Found: Sendable>(
        _ calls: [ProcessorCall], look: @escaping @Sendable (Transaction) throws -> Found
    ) async throws -> (refusal: PaymentError?, found: Found?) {
        var outcome: (refusal: PaymentError?, found: Found?)
        for call in calls {
            do {
                let (refusal, found) = try await deliver(call, look: look)
                outcome = (refusal ?? outcome.refusal, found)
            } catch let error as PaymentError where error.code == .outcomeUnknown {
                // Nothing is lost, and nothing is done twice.
                outcome.found = nil
            }
        }
        return outcome
    }

    /// Asks the processor where a payment stands, behind what was asked about it before. Where no answer comes it stays
    /// as it is.
    public func askAgain(about payment: String) async throws {
        do {
            try await finishCalls(about: payment)
            try await refresh(payment: payment)
        } catch let error as PaymentError where error.code == .outcomeUnknown {
            // The processor will tell.
        }
    }

    /// Asks for the release of all that is held of a payment; nil where all of it is on its way back.
    ///
    /// - Parameter metadata: What else the transfer says at the processor.
    public func beginReleaseOfHeld(
        of payment: String, metadata: [String: String] = [:], in transaction: Transaction
    ) throws -> ProcessorCall? {
        do { return try beginRelease(of: payment, metadata: metadata, in: transaction).1 } catch let error
            as PaymentError
            where error.code == .releaseTooLarge
        {
            return nil
        }
    }
}
