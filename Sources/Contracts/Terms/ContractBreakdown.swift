public import MoneyKit
public import PaymentCore

/// The amounts that the payer pays and the payee receives for a contract, as named lines.
public struct ContractBreakdown: Hashable, Sendable {
    /// The meaning of a line.
    public enum Name: String, Hashable, Sendable, CaseIterable {
        /// The value of the work.
        case value
        /// The surcharge that the payer pays to the platform. Charged only for payment after completion.
        case surcharge
        /// The amount that the payer pays: the value and the surcharge.
        case payerPays = "payer_pays"
        /// The platform's fee, deducted from the value.
        case platformFee = "platform_fee"
        /// The amount that the payee receives: the value less the fee.
        case payeeReceives = "payee_receives"
    }

    /// A named amount.
    public struct Line: Hashable, Sendable {
        /// The meaning of the amount.
        public let name: Name
        /// The amount.
        public let amount: Money
    }

    /// The lines in display order.
    public let lines: [Line]

    /// Returns the amount of a line in minor units, or zero if the line is missing.
    public func minorUnits(_ name: Name) -> Int64 {
        lines.first { $0.name == name }?.amount.minorUnits ?? 0
    }

    /// Creates the breakdown of several quotes, summed.
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
    /// Returns the quote for a part of the total.
    ///
    /// - Throws: `PaymentError` if the fee would leave nothing for the payee.
    public func quote(of part: Money) throws(PaymentError) -> Quote { try Quote(of: part, by: structure.fee) }

    /// Returns the breakdown of the total.
    ///
    /// - Throws: `PaymentError` or `MoneyError`, but only if the terms were not checked.
    public func breakdown() throws -> ContractBreakdown {
        ContractBreakdown(
            of: try structure.parts(of: total).map { try quote(of: $0) }, in: total.currency)
    }
}
