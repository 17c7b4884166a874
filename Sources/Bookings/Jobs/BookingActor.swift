/// The party that acts on a quote or a job.
public enum BookingActor: Hashable, Sendable {
    /// The payer, who is identified by ``BookingPayer/id``.
    case payer(String)
    /// The payee with this profile id.
    case payee(String)
    /// The platform, which approves payouts, makes refunds and can cancel any job.
    case platform

    fileprivate var role: String {
        switch self {
        case .payer: "payer"
        case .payee: "payee"
        case .platform: "platform"
        }
    }
}

extension BookingRequest {
    /// Throws an error unless the actor is one of the allowed actors.
    ///
    /// - Parameter unknown: The error that the caller also throws for an id that does not exist.
    /// - Throws: ``BookingError`` with code `notYours` for a party with the wrong role. For anyone else,
    ///   throws `unknown`, so that the error does not reveal whether the quote or job exists.
    func check(
        _ actor: BookingActor, is allowed: Set<BookingActor>, or unknown: BookingError
    ) throws(BookingError) {
        guard !allowed.contains(actor) else { return }
        guard [asPayer, asPayee, .platform].contains(actor) else { throw unknown }
        throw BookingError(.notYours, "this action is not available to the \(actor.role)")
    }

    var asPayer: BookingActor { .payer(payer.id) }
    var asPayee: BookingActor { .payee(payee) }
}
