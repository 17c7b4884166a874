import DatabaseKit
import TimeKit

/// A guard against card testing, the practice of trying out stolen card numbers. The limits are high enough
/// not to affect honest payers.
///
/// The guard limits the number of attempts for the same payment. Apart from that, it counts only declines,
/// because hundreds of people can give from one network address within minutes.
public struct CardTestingGuard: Sendable {
    /// The maximum number of attempts for one payment.
    var attemptsPerPayment = 5
    /// The number of declines within ``window`` after which the guard rejects further attempts. Declines are
    /// counted separately for each e-mail address, network address and payment.
    public var declines = 5
    /// The period, in seconds, in which ``declines`` are counted. It is also the time for which a payee is
    /// paused.
    public var window: Int64 = 600
    /// The number of a payee's latest attempts from which the guard computes the decline rate. With fewer
    /// attempts, the guard never pauses the payee.
    var breakerTries = 20
    /// The maximum age, in seconds, of the attempts that count toward a payee's decline rate. Because it is
    /// longer than ``window``, the guard also detects slow attacks and attacks from many addresses.
    var breakerWindow: Int64 = 86_400
    /// The decline rate, in percent, at which the guard pauses a payee. A pause does not lower the rate, so a
    /// single decline after the pause causes another pause, until successful attempts have lowered the rate.
    var breakerPercent = 30

    /// Creates a guard with the default limits.
    public init() {}

    /// Records an attempt, or throws an error if the attempt exceeds a limit.
    ///
    /// - Throws: ``PaymentError`` with code `tooManyAttempts`, `pausedForDeclines` or `payeePaused`.
    func admit(_ attempt: PaymentAttempt, attemptsBefore: Int, in transaction: Transaction) throws {
        guard attemptsBefore < attemptsPerPayment else {
            throw PaymentError(.tooManyAttempts, "a payment can have at most \(attemptsPerPayment) attempts")
        }
        let since = attempt.time.adding(seconds: -window)
        var origins = [AttemptOrigin.email(attempt.email), .payment(attempt.payment)]
        if let client = attempt.client { origins.append(.client(client)) }
        transaction.prefetch(
            { _ = try $0.pause(ofPayee: attempt.payee) },
            { for origin in origins { _ = try $0.declines(since: since, of: origin) } })
        if let until = try transaction.pause(ofPayee: attempt.payee), attempt.time < until {
            throw PaymentError.payeePaused(until: until)
        }
        for origin in origins where try transaction.declines(since: since, of: origin) >= declines {
            throw PaymentError(
                .pausedForDeclines,
                "at least \(declines) attempts were declined within \(window / 60) minutes")
        }
        try transaction.forgetTries(before: attempt.time.adding(seconds: -max(window, breakerWindow)))
        try transaction.record(attempt)
    }

    /// Counts a decline. Pauses the payee if too many of the latest attempts to pay the payee were declined.
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
