public import DatabaseKit
import MoneyKit
import Payees
import PaymentCore
import TimeKit

extension BookingService {
    /// Creates the quote that the payer reviews and pays. The job is created only when the quote is paid.
    ///
    /// - Throws: ``BookingError`` with code `invalid`. Also throws `PayeeError` with code `profileNotFound`;
    ///   `payoutsSetupRequired` if the payee cannot be paid yet; or `notConnected` if the payee has no
    ///   account.
    public func quote(_ request: BookingRequest) async throws -> BookingQuote {
        try await database.write { try quote(request, in: $0) }
    }

    /// Creates a quote within a transaction. The rules are the same as for ``quote(_:)``.
    public func quote(_ request: BookingRequest, in transaction: Transaction) throws -> BookingQuote {
        let request = try request.displayed()
        let price: Quote
        do { price = try Quote(of: request.price, by: BookingRules.fee) } catch {
            throw BookingError(.invalid, error.summary)
        }
        if let problem = price.total.chargeProblem { throw BookingError(.invalid, "the price \(problem)") }
        guard let account = try payees.admitted(request.payee, in: transaction).account else {
            throw PayeeError(.notConnected, payee: request.payee)
        }
        let now = clock.now()
        let quote = BookingQuote(
            id: ids.make("bkq"), request: request, account: account, quote: price, created: now,
            expires: now.adding(seconds: rules.quoteSeconds))
        try transaction.save(quote)
        return quote
    }

    /// Increments the number of times that the payer closed the payment sheet without paying. The quote stays
    /// open until it expires.
    ///
    /// - Returns: The quote. If the quote was paid, it is returned unchanged.
    /// - Throws: ``BookingError`` with code `quoteNotFound` or `notYours`.
    @discardableResult public func abandon(_ id: String, by actor: BookingActor) async throws -> BookingQuote
    {
        try await database.write { transaction in
            var quote = try transaction.existingQuote(id)
            try quote.request.check(actor, is: [quote.request.asPayer], or: .unknownQuote(id))
            let payment = try quote.payment.flatMap { try transaction.payment($0) }
            guard payment?.state != .succeeded else { return quote }
            quote.abandonments += 1
            try transaction.save(quote)
            return quote
        }
    }
}
