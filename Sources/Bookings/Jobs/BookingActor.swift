/// Who does something with a quote or a job.
public enum BookingActor: Hashable, Sendable {
    /// Whoever pays, by the id of the payer.
    case payer(String)
    /// Whoever does the work, by the id of the profile.
    case payee(String)
    /// Who approves, cancels and answers banks.
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
    /// Whether it is this actor's.
    ///
    /// - Throws: ``BookingError`` with code `notYours`: also for a role that does not do this.
    func check(_ actor: BookingActor, is allowed: Set<BookingActor>) throws(BookingError) {
        guard allowed.contains(actor) else {
            throw BookingError(.notYours, "the \(actor.role) cannot do this")
        }
    }

    /// Its payer.
    var asPayer: BookingActor { .payer(payer.id) }
    /// Its payee.
    var asPayee: BookingActor { .payee(payee) }
}
