import Processor
import TextKit
import TimeKit

/// The expiry date and the security code of a card, as submitted in a request.
///
/// Source: Stripe documentation, "Testing", "Trigger an error with invalid data".
struct CardDetails {
    var month: Int?
    var year: Int?

    /// Reads the details of a card from a request. The month and the year can be integers or strings. A
    /// missing detail is not checked.
    ///
    /// - Parameter now: The current time, which determines whether the card has expired.
    /// - Throws: ``ProcessorError`` with status 402 for an invalid month, year or security code, and for a
    ///   card that has expired.
    init(_ card: JSONTree, at now: Timestamp) throws(ProcessorError) {
        month = Self.number(card["exp_month"])
        year = Self.number(card["exp_year"]).map { Self.full(year: $0, at: now) }
        try Self.check(month: month, year: year, at: now)
        if let code = card["cvc"].string { try Self.check(code: code) }
    }

    /// Checks an expiry date. Does not check a month or a year that is nil.
    static func check(month: Int?, year: Int?, at now: Timestamp) throws(ProcessorError) {
        let today = now.date
        if let month, !(1...12).contains(month) { throw invalid("month") }
        guard let year else { return }
        guard (today.year...today.year + 50).contains(year) else { throw invalid("year") }
        if let month, (year, month) < (today.year, today.month) { throw invalid("month") }
    }

    private static func check(code: String) throws(ProcessorError) {
        guard (3...4).contains(code.count), code.allSatisfy({ $0.isASCII && $0.isNumber }) else {
            throw .card("invalid_cvc", "Your card's security code is invalid.", parameter: "cvc")
        }
    }

    private static func invalid(_ part: String) -> ProcessorError {
        .card(
            "invalid_expiry_\(part)", "Your card's expiration \(part) is invalid.",
            parameter: "exp_\(part)")
    }

    /// Returns a year with four digits. A two-digit year counts as 20xx, or as 19xx if 20xx is more than 50
    /// years ahead.
    private static func full(year: Int, at now: Timestamp) -> Int {
        guard (0..<100).contains(year) else { return year }
        return 2000 + year > now.date.year + 50 ? 1900 + year : 2000 + year
    }

    private static func number(_ value: JSONTree) -> Int? {
        value.integer.map(Int.init(clamping:)) ?? value.string.flatMap { Int($0) }
    }
}
