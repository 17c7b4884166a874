public import MoneyKit
public import PaymentCore
import TextKit
public import TimeKit

/// Who books and pays.
public struct BookingPayer: Hashable, Sendable, Codable {
    /// Of whoever is signed in.
    public let id: String
    /// In any script.
    public let name: String
    /// As it was typed.
    public let email: String

    /// A payer.
    public init(id: String, name: String, email: String) {
        self.id = id
        self.name = name
        self.email = email
    }
}

/// What is to be booked.
public struct BookingRequest: Hashable, Sendable, Codable {
    /// The profile of whoever does the work.
    public let payee: String
    /// Who pays.
    public let payer: BookingPayer
    /// What is to be done, in one line.
    public let title: String
    /// Where; nil where nobody has said.
    public let address: String?
    /// What the payer pays.
    public let price: Money

    /// A request of these parts.
    public init(payee: String, payer: BookingPayer, title: String, address: String?, price: Money) {
        self.payee = payee
        self.payer = payer
        self.title = title
        self.address = address
        self.price = price
    }
}

extension BookingRequest {
    /// - Throws: ``BookingError`` with code `invalid` for a text that cannot be shown, or that nobody would type.
    func checkTexts() throws(BookingError) {
        let problem =
            SingleLineValidator.problem(in: title, most: 200).map { "title \($0)" }
            ?? SingleLineValidator.problem(in: payer.name, most: 200).map { "payer's name \($0)" }
            ?? SingleLineValidator.problem(in: address ?? "", most: 500, mayBeBlank: true).map {
                "address \($0)"
            }
        if let problem { throw BookingError(.invalid, "the \(problem)") }
    }

    /// Where, for people.
    var knownAddress: String { address.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 } ?? "Unknown" }
}

/// What was reviewed and can be paid, for a while. There is no job yet: it comes with the succeeded payment.
public struct BookingQuote: Hashable, Sendable, Codable, Identifiable {
    /// One try to pay under a key.
    struct Try: Hashable, Sendable, Codable {
        var key: String
        /// A hash of what was tried.
        var fingerprint: String
    }

    /// `bkq_…`
    public let id: String
    /// What is booked.
    public let request: BookingRequest
    /// The account that the money is held for.
    public let account: String
    /// What is shown and charged.
    public let quote: Quote
    /// When it was made.
    public let created: Timestamp
    /// From when on it is not paid any more.
    public let expires: Timestamp
    /// `pay_…`, once somebody has tried to pay it: one payment, whatever is tried.
    public internal(set) var payment: String?
    /// How often the payment sheet was closed without paying.
    public internal(set) var abandonments = 0
    /// Tries to pay under a key, oldest first.
    var tries: [Try] = []

    /// Whether it can be paid at a moment.
    public func isOpen(at now: Timestamp) -> Bool { now < expires }
}
