public import TimeKit

/// A request to the processor whose response is not booked yet.
///
/// The call is stored, with its idempotency key, in the transaction that decides to make the request. It is
/// removed in the transaction that books the response. The calls left after a crash are exactly those that
/// must be sent again.
public struct ProcessorCall: Sendable, Codable, Identifiable {
    /// `call_…`, which is also the idempotency key. A payment's customer has a separate key.
    public var id: String
    var request: CallRequest
    /// The object that the response changes.
    var subject: CallSubject
    /// The time at which the request was decided and stored. The processor forgets idempotency keys after 24 hours.
    public var created: Timestamp
}

/// The object that the response to a call changes.
enum CallSubject: Hashable, Sendable, Codable {
    case payment(String)
    case refund(String)
    case release(String)
    case collection(payee: String)
    case repayment(payee: String)
    case schedule(String, ScheduleStep)
    case payout(String)
    case customer(String)

    /// The id of the object.
    var id: String {
        switch self {
        case .payment(let id), .refund(let id), .release(let id), .collection(let id), .repayment(let id),
            .schedule(let id, _), .payout(let id), .customer(let id):
            id
        }
    }
}
