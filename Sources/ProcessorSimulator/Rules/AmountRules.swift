import MoneyKit
import Processor

/// The limits on amounts that can be charged, and the division of amounts into shares.
enum AmountRules {
    static let most = ChargeLimits.most

    static func check(charge amount: Int64, in currency: Currency) throws(ProcessorError) {
        guard amount >= 0 else { throw .notAnAmount("amount") }
        let least = ChargeLimits.least(in: currency)
        try require(
            amount >= least, "amount_too_small",
            "Amount must be at least \(least) minor units of \(currency).",
            parameter: "amount")
        try require(
            amount <= most, "amount_too_large",
            "Amount must be no more than \(most) minor units of \(currency).",
            parameter: "amount")
        try require(
            amount.isMultiple(of: currency.chargeStep),
            "Amounts in \(currency) must be multiples of \(currency.chargeStep) minor units.",
            parameter: "amount")
    }

    /// Checks that an amount is from 0 to ``most``.
    static func checkRange(_ amount: Int64, by parameter: String) throws(ProcessorError) {
        guard (0...most).contains(amount) else { throw .notAnAmount(parameter) }
    }

    /// Returns the processor's fee for a charge. The fee never exceeds the charge.
    static func fee(on amount: Int64, _ currency: Currency, at rate: FeeRate) -> Int64 {
        guard let fee = try? rate.fee(of: Money(amount, currency)) else { return 0 }
        return min(amount, fee.minorUnits)
    }

    /// Returns the proportional share of `total` for one part of `whole`. The shares of all parts add up to
    /// exactly `total`.
    ///
    /// - Parameter before: The sum of the parts before this part.
    static func share(of total: Int64, for part: Int64, after before: Int64, in whole: Int64) -> Int64 {
        ApplicationFee.returned(of: total, refunded: min(whole, before + part), of: whole)
            - ApplicationFee.returned(of: total, refunded: min(whole, before), of: whole)
    }
}

/// Formatting of amounts for display.
enum AmountText {
    /// Returns an amount as text, such as `50.00 USD`.
    static func of(_ minorUnits: Int64, _ currency: Currency) -> String {
        "\(Money(minorUnits, currency).plainText) \(currency.code.uppercased())"
    }

    /// Returns an amount as the processor's pages show it, such as `$50.00`. If PDF invoices cannot print the
    /// currency's symbol, the amount has a format such as `50.00 USD`.
    static func onPage(_ minorUnits: Int64, _ currency: Currency) -> String {
        let text = Money(minorUnits, currency).formatted(pages)
        let isPrintable = text.unicodeScalars.allSatisfy { $0.value < 0x100 || $0 == "€" }
        return isPrintable ? text : of(minorUnits, currency)
    }

    private static let pages = MoneyLocale("en-US")
}

extension Sequence {
    /// Adds up an amount of each element.
    func sum(of amount: (Element) -> Int64) -> Int64 { reduce(0) { $0 + amount($1) } }
}
