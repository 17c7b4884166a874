package import Bookings
import Giving

extension BookingPayer {
    /// Creates a payer whose id is the e-mail address in lower case.
    ///
    /// - Throws: `GivingError` with code `invalidEmail` if the e-mail address is invalid.
    package init(name: String, email: String) throws {
        guard let address = EmailAddress(email) else { throw GivingError.invalidEmail(email) }
        self.init(id: address.text.lowercased(), name: name, email: address.text)
    }
}
