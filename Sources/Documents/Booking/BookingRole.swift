package import Bookings

/// The party that performs a booking command.
package enum BookingRole: String, CaseIterable, Sendable {
    case payer, payee, platform

    /// Returns the actor with this role in the given booking request.
    package func actor(in request: BookingRequest) -> BookingActor {
        switch self {
        case .payer: .payer(request.payer.id)
        case .payee: .payee(request.payee)
        case .platform: .platform
        }
    }
}
