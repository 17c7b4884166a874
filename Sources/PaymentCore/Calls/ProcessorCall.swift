public import TimeKit

/// A request to the processor whose response has not been recorded yet.
///
/// The call and its idempotency key are stored in the same transaction as the decision to send the request.
/// The call is deleted in the transaction that records the response. The calls that remain in the database
/// after a crash are therefore exactly those whose results are still missing.
public struct ProcessorCall: Sendable, Codable {
    /// The id, `call_…`, which is also the idempotency key. The request for a payment's customer uses a
    /// separate key.
    public var id: String
    var request: CallRequest
    /// The payment, refund or other object that is updated when the response arrives.
    var subject: CallSubject
    /// The time when the call was stored. The processor keeps idempotency keys for 24 hours after the first
    /// request.
    public var created: Timestamp
}

/// The payment, refund or other object that a call's response updates.
enum CallSubject: Hashable, Codable {
    case payment(String)
    case refund(String)
    case release(String)
    case collection(payee: String)
    case repayment(payee: String)
    case schedule(String, ScheduleStep)
    case payout(String)
    case customer(String)

    var isPayment: Bool {
        if case .payment = self { true } else { false }
    }

    /// The object's id. For a collection, a repayment or a payout, the id of the payee's account.
    var id: String {
        switch self {
        case .payment(let id), .refund(let id), .release(let id), .collection(let id), .repayment(let id),
            .schedule(let id, _), .payout(let id), .customer(let id):
            id
        }
    }
}
