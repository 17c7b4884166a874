/// The party that acts on a quote or a job.
public enum BookingActor: Hashable, Sendable {
    /// The payer, identified by ``BookingPayer/id``.
    case payer(String)
    /// The payee, identified by the id of its profile.
    case payee(String)
    /// The platform, which approves payouts, cancels jobs and handles disputes.
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
    /// Checks that an actor is one of the allowed actors.
    ///
    /// - Parameter unknown: The error for an id that never existed.
    /// - Throws: ``BookingError`` with code `notYours` for a party that has the wrong role. Everyone else gets `unknown`,
    ///   so that the error does not reveal whether the quote or job exists.
    func check(
        _ actor: BookingActor, is allowed: Set<BookingActor>, or unknown: BookingError
    ) throws(BookingError) {
        guard !allowed.contains(actor) else { return }
        guard [asPayer, asPayee, .platform].contains(actor) else { throw unknown }
        throw BookingError(.notYours, "the \(actor.role) cannot do this")
    }

    /// The payer of this request, as an actor.
    var asPayer: BookingActor { .payer(payer.id) }
    /// The payee of this request, as an actor.
    var asPayee: BookingActor { .payee(payee) }
}
