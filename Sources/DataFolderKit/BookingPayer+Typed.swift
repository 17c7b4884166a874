package import Bookings
import Giving

extension BookingPayer {
    /// Somebody who signs in with an address: whoever has it is the same payer.
    ///
    /// - Throws: `GivingError` with code `invalidEmail`.
    package init(name: String, email: String) throws {
        guard let address = EmailAddress(email) else { throw GivingError.invalidEmail(email) }
        self.init(id: address.text.lowercased(), name: name, email: address.text)
    }
}
