package import DatabaseKit
import Documents
import FailureKit
package import Giving

extension Transaction {
    /// The gift of an id, or of the beginning of one.
    ///
    /// - Throws: exit 66; a payment's id names its gift.
    package func knownGift(_ typed: String) throws -> Gift {
        if let gift = try gift(try wholeID(typed, gifts)) { return gift }
        if let gift = try gift(payment: typed) {
            throw CommandError(
                .notFound, code: "notFound", "\(typed) is a payment, and no gift",
                remedy: "`tapctl gift show \(gift.id)` shows the gift that it pays")
        }
        throw GivingError(.notFound, "gift \(typed.prefix(40))")
    }
}

extension Transaction {
    /// The monthly gift of an id, or of the beginning of one.
    ///
    /// - Throws: exit 66.
    package func knownRecurring(_ typed: String) throws -> RecurringGift {
        guard let gift = try recurring(try wholeID(typed, recurringGifts)) else {
            throw GivingError(.notFound, "monthly gift \(typed.prefix(40))")
        }
        return gift
    }
}

extension Transaction {
    /// The donor of an address, of an id, or of the beginning of one.
    ///
    /// - Throws: exit 66.
    package func knownDonor(_ name: DonorName) throws -> Donor {
        guard case .id(let typed) = name else { return try donor(name) }
        return try donor(.id(try wholeID(typed, donors)))
    }
}
