import MoneyKit
import Processor

/// Which amounts may be charged, and how they are shared.
///
/// Source: Stripe documentation, "Supported currencies", "Minimum and maximum charge amounts".
enum AmountRules {
    /// Eight digits. So no product of two amounts leaves 64 bits.
    static let most: Int64 = 99_999_999

    /// The least charge in minor units; 50 where Stripe names none.
    static func least(in currency: Currency) -> Int64 {
        switch currency.code {
        case "gbp": 30
        case "aed", "pln", "ron": 200
        case "bgn": 100
        case "czk": 1500
        case "dkk": 250
        case "hkd": 400
        case "huf": 17_500
        case "mxn", "thb": 1000
        case "myr": 200
        case "nok", "sek": 300
        default: 50
        }
    }

    static func check(charge amount: Int64, in currency: Currency) throws(ProcessorError) {
        guard amount >= 0 else { throw .notAnAmount("amount") }
        guard amount >= least(in: currency) else {
            throw .invalid(
                "amount_too_small",
                "Amount must be at least \(least(in: currency)) minor units of \(currency).",
                parameter: "amount")
        }
        guard amount <= most else {
            throw .invalid(
                "amount_too_large", "Amount must be no more than \(most) minor units of \(currency).",
                parameter: "amount")
        }
        guard amount.isMultiple(of: currency.chargeStep) else {
            throw .invalid(
                nil, "Amounts in \(currency) are multiples of \(currency.chargeStep) minor units.",
                parameter: "amount")
        }
    }

    /// What the processor keeps of a charge; never more than the charge.
    static func fee(on amount: Int64, _ currency: Currency, at rate: FeeRate) -> Int64 {
        guard let fee = try? rate.fee(of: Money(amount, currency)) else { return 0 }
        return min(amount, fee.minorUnits)
    }

    /// What `part` takes of `total` when `whole` takes all of it and `before` has been taken: shares of all parts
    /// add up to the total, to the minor unit.
    static func share(of total: Int64, for part: Int64, after before: Int64, in whole: Int64) -> Int64 {
        ApplicationFee.returned(of: total, refunded: min(whole, before + part), of: whole)
            - ApplicationFee.returned(of: total, refunded: min(whole, before), of: whole)
    }
}
