package import Bookings

/// The party on whose behalf a booking command is executed.
package enum BookingRole: String, CaseIterable, Sendable {
    case payer, payee, platform

    /// Returns the actor that has this role in a booking request.
    package func actor(in request: BookingRequest) -> BookingActor {
        switch self {
        case .payer: .payer(request.payer.id)
        case .payee: .payee(request.payee)
        case .platform: .platform
        }
    }
}
