public import MoneyKit
public import PaymentCore

/// The amounts that the payer pays and the payee receives for a contract. Each amount is a line with a name.
public struct ContractBreakdown: Hashable, Sendable {
    /// The name of a line, which identifies the line's amount.
    public enum Name: String, Sendable, CaseIterable {
        /// The price of the work.
        case value
        /// The surcharge that the payer pays to the platform if the contract is paid after completion.
        case surcharge
        /// The amount that the payer pays: the value and the surcharge.
        case payerPays = "payer_pays"
        /// The platform's fee, which is deducted from the value.
        case platformFee = "platform_fee"
        /// The amount that the payee receives: the value minus the fee.
        case payeeReceives = "payee_receives"
    }

    /// A line of the breakdown: a name and an amount.
    public struct Line: Hashable, Sendable {
        /// The name, which identifies the amount.
        public let name: Name
        /// The amount of money that the line shows.
        public let amount: Money
    }

    /// The lines, in the order in which they are displayed.
    public let lines: [Line]

    /// Returns the amount of a line in minor units, or zero if the line is missing.
    public func minorUnits(_ name: Name) -> Int64 {
        lines.first { $0.name == name }?.amount.minorUnits ?? 0
    }

    /// Creates the breakdown for the sum of several quotes.
    ///
    /// - Parameter currency: The currency of all quotes.
    init(of quotes: [Quote], in currency: Currency) {
        func sum(_ part: (Quote) -> Int64) -> Money { Money(quotes.reduce(0) { $0 + part($1) }, currency) }
        let surcharge = sum { $0.minorUnits(of: .surcharge) }
        lines =
            [Line(name: .value, amount: sum { $0.minorUnits(of: .base) })]
            + (surcharge.minorUnits == 0 ? [] : [Line(name: .surcharge, amount: surcharge)]) + [
                Line(name: .payerPays, amount: sum(\.total.minorUnits)),
                Line(
                    name: .platformFee,
                    amount: sum { $0.applicationFee.minorUnits - $0.minorUnits(of: .surcharge) }),
                Line(name: .payeeReceives, amount: sum(\.payeeNet.minorUnits)),
            ]
    }
}

extension ContractTerms {
    /// Returns the quote for one part of the total.
    ///
    /// - Throws: `PaymentError` if nothing would be left for the payee after the fee.
    public func quote(of part: Money) throws(PaymentError) -> Quote { try Quote(of: part, by: structure.fee) }

    /// Returns the breakdown for the total.
    ///
    /// - Throws: `PaymentError` or `MoneyError`, but only if the terms were not validated.
    public func breakdown() throws -> ContractBreakdown {
        ContractBreakdown(
            of: try structure.parts(of: total).map { try quote(of: $0) }, in: total.currency)
    }
}
