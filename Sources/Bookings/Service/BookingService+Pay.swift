import DatabaseKit
public import PaymentCore
import TimeKit
import TokenKit

/// A quote with its payment and its job, after at least one attempt to pay the quote.
public struct BookingOutcome: Hashable, Sendable {
    /// The quote that the payer attempted to pay.
    public let quote: BookingQuote
    /// The payment, including the reason if the payment was declined.
    public let payment: Payment
    /// The job, or nil until the payment has succeeded.
    public let job: BookingJob?
}

extension BookingService {
    /// Pays a quote.
    ///
    /// After a decline, call this function again with a different payment method to retry the same payment.
    /// If the payment has succeeded or is still in progress, it is returned without another charge.
    ///
    /// - Parameters:
    ///   - method: The payment method's id, `pm_…`.
    ///   - client: The payer's network address, or nil.
    ///   - key: The idempotency key. A repeated call with the same key and payment method is not a new
    ///     attempt.
    /// - Returns: The outcome. If the processor did not respond, the payment is not final, and a
    ///   reconciliation finishes it.
    /// - Throws: ``BookingError`` with code `quoteNotFound`, `quoteExpired`, `notYours` or
    ///   `idempotencyConflict`; `PaymentError`, for example if the fraud guard blocks the attempt.
    public func pay(
        _ quote: String, method: String, by actor: BookingActor, client: String? = nil, key: String? = nil
    ) async throws -> BookingOutcome {
        let calls = try await database.write { transaction in
            var found = try transaction.existingQuote(quote)
            try found.request.check(actor, is: [found.request.asPayer], or: .unknownQuote(quote))
            return try decide(&found, method: method, client: client, key: key, in: transaction)
        }
        try await payments.executeTolerantly(calls)
        return try await outcome(of: quote)
    }

    /// Confirms a payment after the payment sheet has reported success. The report is not trusted: the
    /// payment's state is fetched from the processor.
    ///
    /// This function can be called before or after the processor's event, and any number of times. Only one
    /// job is created.
    ///
    /// - Throws: ``BookingError`` with code `quoteNotFound` or `notYours`. The code is `paymentNotFound` if
    ///   no attempt to pay has been made.
    public func confirm(_ quote: String, by actor: BookingActor) async throws -> BookingOutcome {
        guard let payment = try await self.quote(quote, for: actor).payment else {
            throw BookingError(.paymentNotFound)
        }
        try await payments.askAgain(about: payment)
        return try await outcome(of: quote)
    }

    private func outcome(of quote: String) async throws -> BookingOutcome {
        try await database.read { transaction in
            let quote = try transaction.existingQuote(quote)
            guard let payment = try quote.payment.flatMap({ try transaction.payment($0) }) else {
                throw BookingError(.paymentNotFound)
            }
            return BookingOutcome(
                quote: quote, payment: payment, job: try transaction.bookingJob(ofPayment: payment.id))
        }
    }

    private func decide(
        _ quote: inout BookingQuote, method: String, client: String?, key: String?,
        in transaction: Transaction
    ) throws -> [ProcessorCall] {
        let fingerprint = TextHash.of(method)
        let earlier = try quote.payment.flatMap { try transaction.payment($0) }
        if let key, let payment = earlier, let tried = quote.tries.first(where: { $0.key == key }) {
            guard tried.fingerprint == fingerprint else { throw BookingError(.idempotencyConflict) }
            return try transaction.calls(about: payment.id)
        }
        let isUnderWay = earlier.map { !$0.state.takesAnotherTry } ?? false
        guard isUnderWay || quote.isOpen(at: clock.now()) else { throw BookingError(.quoteExpired) }
        let payer = Payer(
            name: quote.request.payer.name, email: quote.request.payer.email, phone: nil, client: client)
        let (payment, calls) = try payments.payOnce(
            after: earlier, method: method, payer: payer, in: transaction
        ) {
            PaymentOrder(
                kind: BookingPolicy.kind, subject: quote.id, form: .held(payee: quote.account),
                quote: quote.quote, method: method, payer: payer, statementDescriptor: "BOOKING")
        }
        if isUnderWay { return calls }
        quote.payment = payment
        if let key { quote.tries.append(BookingQuote.Try(key: key, fingerprint: fingerprint)) }
        try transaction.save(quote)
        return calls
    }
}
