import DatabaseKit
import TimeKit

/// Keeps stolen cards from being tried out: rules on counts, so that honest donors never meet them.
///
/// Only declines count, never tries: four hundred people behind one address may give in five minutes.
public struct CardTestingGuard: Sendable {
    /// How often one payment may be tried.
    public var attemptsPerPayment = 5
    /// How many declines of an e-mail address, a client or a payment pause it.
    public var declines = 5
    /// Within how many seconds they count, and how long a pause is.
    public var window: Int64 = 600
    /// Of how many tries for a payee the share of declines is taken.
    public var breakerTries = 20
    /// Within how many seconds these tries were made. Longer than a pause: who is slow, or comes from many addresses,
    /// stays below every other count.
    public var breakerWindow: Int64 = 86_400
    /// From how many declines in a hundred tries the payee is paused. After the pause one more decline is enough for
    /// the next one, until good tries have taken the place of the bad ones.
    public var breakerPercent = 30

    /// The rules as they stand in the documentation.
    public init() {}

    /// Lets a try through and counts it, or says why not.
    ///
    /// - Throws: ``PaymentError`` with code `tooManyAttempts`, `pausedForDeclines` or `payeePaused`.
    func admit(_ attempt: PaymentAttempt, attemptsBefore: Int, in transaction: Transaction) throws {
        guard attemptsBefore < attemptsPerPayment else {
            throw PaymentError(.tooManyAttempts, "there were \(attemptsBefore) attempts")
        }
        if let until = try transaction.pause(ofPayee: attempt.payee), attempt.time < until {
            throw PaymentError.payeePaused(until: until)
        }
        let since = attempt.time.adding(seconds: -window)
        var origins = [AttemptOrigin.email(attempt.email), .payment(attempt.payment)]
        if let client = attempt.client { origins.append(.client(client)) }
        for origin in origins where try transaction.declines(since: since, of: origin) >= declines {
            throw PaymentError(
                .pausedForDeclines, "\(declines) cards were declined within \(window / 60) minutes")
        }
        try transaction.forgetTries(before: attempt.time.adding(seconds: -max(window, breakerWindow)))
        try transaction.record(attempt)
    }

    /// Counts a decline, and pauses the payee when too many of its newest tries were declined.
    func countDecline(of payment: String, payee: String, at time: Timestamp, in transaction: Transaction)
        throws
    {
        try transaction.declined(payment: payment, at: time)
        let since = time.adding(seconds: -breakerWindow)
        let (tries, declines) = try transaction.newestTries(
            forPayee: payee, since: since, limit: breakerTries)
        guard tries >= breakerTries, declines * 100 >= breakerPercent * tries else { return }
        try transaction.setPause(ofPayee: payee, until: time.adding(seconds: window))
    }
}
