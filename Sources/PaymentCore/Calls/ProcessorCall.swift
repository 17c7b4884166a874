public import TimeKit

/// A request to the processor between the moment it was decided and the moment its answer was booked.
///
/// Kept in the unit of work that decided it, with the key under which it is sent; gone in the unit that books the
/// answer. What is left after a crash is exactly what has to be sent again.
public struct ProcessorCall: Sendable, Codable, Identifiable {
    /// `call_…`: also the idempotency key, except of a payment's customer.
    public var id: String
    /// What is asked.
    var request: CallRequest
    /// What the answer is about.
    var subject: CallSubject
    /// When it was decided: the processor forgets keys after 24 hours.
    public var created: Timestamp
}

/// What the answer to a call is about.
enum CallSubject: Hashable, Sendable, Codable {
    case payment(String)
    case refund(String)
    case release(String)
    case collection(payee: String)
    case repayment(payee: String)
    case schedule(String, ScheduleStep)
    case payout(String)
    case customer(String)
}
