import DisplayKit
public import MoneyKit
public import PaymentCore
public import TimeKit

/// The person who books the work and pays for it.
public struct BookingPayer: Hashable, Sendable, Codable {
    /// The id of the signed-in user.
    public let id: String
    /// The payer's name, in any script.
    public let name: String
    /// The payer's e-mail address.
    public let email: String

    /// Creates a payer from the details of a signed-in user.
    public init(id: String, name: String, email: String) {
        self.id = id
        self.name = name
        self.email = email
    }
}

/// The work to book, with its parties and price.
public struct BookingRequest: Hashable, Sendable, Codable {
    /// The id of the payee's profile.
    public let payee: String
    /// The person who pays.
    public let payer: BookingPayer
    /// The description of the work, in one line of at most 200 characters.
    public let title: String
    /// The location of the work, at most 500 characters. Nil if the payer did not enter one.
    public let address: String?
    /// The price that the payer pays.
    public let price: Money

    /// Creates a request without checking it.
    public init(payee: String, payer: BookingPayer, title: String, address: String?, price: Money) {
        self.payee = payee
        self.payer = payer
        self.title = title
        self.address = address
        self.price = price
    }
}

extension BookingRequest {
    /// Returns the request with its text normalized for display: the title, the payer's name and e-mail
    /// address, and the location of the work.
    ///
    /// - Throws: ``BookingError`` with code `invalid` if a string is too long, or has characters that cannot
    ///   be displayed.
    func displayed() throws(BookingError) -> BookingRequest {
        func text(_ typed: String, _ name: String, most: Int) throws(BookingError) -> String {
            do throws(DisplayTextError) { return try DisplayText(typed, atMost: most).text } catch {
                throw BookingError(.invalid, "the \(name) \(error.summary)")
            }
        }
        let title = try text(title, "title", most: 200)
        let name = try text(payer.name, "payer's name", most: 200)
        let email = try text(payer.email, "payer's e-mail address", most: 254)
        var address: String?
        if let givenAddress { address = try text(givenAddress, "address", most: 500) }
        return BookingRequest(
            payee: payee, payer: BookingPayer(id: payer.id, name: name, email: email), title: title,
            address: address, price: price)
    }

    /// The location of the work for display, or `Unknown`.
    var knownAddress: String { givenAddress ?? "Unknown" }

    private var givenAddress: String? { address.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 } }
}

/// A price that the payer reviews and can pay until the quote expires. A successful payment creates the job.
public struct BookingQuote: Hashable, Sendable, Codable {
    /// A payment attempt that was made with an idempotency key.
    struct Try: Hashable, Codable {
        var key: String
        /// A hash of the payment method.
        var fingerprint: String
    }

    /// The quote's id, `bkq_…`.
    public let id: String
    /// The work to book.
    public let request: BookingRequest
    /// The payee's account at the processor. After the payment, the platform holds the money for this
    /// account.
    public let account: String
    /// The amounts that are shown and charged.
    public let quote: Quote
    /// The time at which the quote was created.
    public let created: Timestamp
    /// The time from which the quote can no longer be paid.
    public let expires: Timestamp
    /// The id of the latest payment, `pay_…`, or nil before the first attempt. A new payment begins only if
    /// the previous payment was canceled.
    public internal(set) var payment: String?
    /// The number of times that the payer closed the payment sheet without paying.
    public internal(set) var abandonments = 0
    /// The attempts that were made with an idempotency key, oldest first.
    var tries: [Try] = []

    /// Returns whether the given time is before the quote's expiry.
    public func isOpen(at now: Timestamp) -> Bool { now < expires }
}
