package import DatabaseKit
import Documents
import FailureKit
package import Giving

extension Transaction {
    /// Returns the gift with this id, or the only gift whose id starts with this text.
    ///
    /// - Throws: An error with exit code 66 if no gift matches, or 64 if several match. If the id belongs to
    ///   a payment, the remedy contains the id of the payment's gift.
    package func knownGift(_ typed: String) throws -> Gift {
        if let gift = try gift(try wholeID(typed, gifts)) { return gift }
        if let gift = try gift(payment: typed) {
            throw CommandError(
                .notFound, code: "notFound", "\(typed) is a payment, not a gift",
                remedy: "use `tapctl gift show \(gift.id)` to see the gift that belongs to this payment")
        }
        throw GivingError(.notFound, "gift \(typed.prefix(40))")
    }
}

extension Transaction {
    /// Returns the monthly gift with this id, or the only monthly gift whose id starts with this text.
    ///
    /// - Throws: An error with exit code 66 if no monthly gift matches, or 64 if several match.
    package func knownRecurring(_ typed: String) throws -> RecurringGift {
        guard let gift = try recurring(try wholeID(typed, recurringGifts)) else {
            throw GivingError(.notFound, "monthly gift \(typed.prefix(40))")
        }
        return gift
    }
}

extension Transaction {
    /// Returns the donor with this e-mail address or id, or the only donor whose id starts with this text.
    ///
    /// - Throws: An error with exit code 66 if no donor matches, or 64 if several match.
    package func knownDonor(_ name: DonorName) throws -> Donor {
        guard case .id(let typed) = name else { return try donor(name) }
        return try donor(.id(try wholeID(typed, donors)))
    }
}
