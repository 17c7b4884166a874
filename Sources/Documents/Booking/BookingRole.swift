package import Bookings

/// Who does it.
package enum BookingRole: String, CaseIterable, Sendable {
    case payer, payee, platform

    /// The one of a booking.
    package func actor(in request: BookingRequest) -> BookingActor {
        switch self {
        case .payer: .payer(request.payer.id)
        case .payee: .payee(request.payee)
        case .platform: .platform
        }
    }
}
