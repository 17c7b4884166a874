public import MoneyKit
public import PaymentCore

/// What a contract or a part of it costs and brings: named lines, the same on every page.
public struct ContractBreakdown: Hashable, Sendable {
    /// What a line is.
    public enum Name: String, Hashable, Sendable, CaseIterable {
        /// What the work is worth.
        case value
        /// What the payer adds for the platform; only after completion.
        case surcharge
        /// What the payer pays: value and surcharge.
        case payerPays = "payer_pays"
        /// What the payee leaves of the value.
        case platformFee = "platform_fee"
        /// What the payee gets: value less fee.
        case payeeReceives = "payee_receives"
    }

    /// One line.
    public struct Line: Hashable, Sendable {
        /// What it is.
        public let name: Name
        /// How much.
        public let amount: Money
    }

    /// In the order in which they are shown.
    public let lines: [Line]

    /// The amount of a line; zero minor units where there is none.
    public func minorUnits(_ name: Name) -> Int64 {
        lines.first { $0.name == name }?.amount.minorUnits ?? 0
    }

    /// The sum of what is charged at once or by parts: its lines are the sums of theirs.
    ///
    /// - Parameter currency: Of all quotes.
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
    /// What is charged for a part of the total.
    ///
    /// - Throws: `PaymentError`, where nothing would be left for the payee.
    public func quote(of part: Money) throws(PaymentError) -> Quote { try Quote(of: part, by: structure.fee) }

    /// What the contract costs and brings in all.
    ///
    /// - Throws: `PaymentError` or `MoneyError`; checked terms throw neither.
    public func breakdown() throws -> ContractBreakdown {
        ContractBreakdown(
            of: try structure.parts(of: total).map { try quote(of: $0) }, in: total.currency)
    }
}
