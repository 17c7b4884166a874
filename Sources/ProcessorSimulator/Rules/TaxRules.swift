import Processor

/// The calculation of taxes from manual tax rates.
///
/// Source: Stripe documentation, "Tax rates"; Stripe support, "Rounding rules": the tax on each line is
/// rounded to a minor unit.
enum TaxRules {
    /// The rate of 100%, in ten-thousandths of a percent.
    static let whole: Int64 = 1_000_000
    /// The maximum number of rates on a line.
    static let most = 5

    /// Returns the taxes on an amount. Inclusive taxes are part of the amount. Exclusive taxes are computed
    /// on the amount that remains after the inclusive taxes are subtracted.
    static func taxes(on amount: Int64, by rates: [TaxRate]) -> [Invoice.Tax] {
        let included = rates.filter(\.inclusive).sum(of: \.percentage)
        func inclusiveTax(_ rate: TaxRate) -> Int64 {
            Share(part: rate.percentage, whole: whole + included).of(amount)
        }
        let net = amount - rates.filter(\.inclusive).sum(of: inclusiveTax)
        return rates.map { rate in
            Invoice.Tax(
                rate: rate.id,
                amount: rate.inclusive
                    ? inclusiveTax(rate) : Share(part: rate.percentage, whole: whole).of(net),
                taxableAmount: net, isInclusive: rate.inclusive)
        }
    }

    /// Returns one tax for each rate, with the sum of the rate's taxes. The rates keep the order of their
    /// first occurrence.
    static func total(_ taxes: [Invoice.Tax]) -> [Invoice.Tax] {
        taxes.reduce(into: []) { totals, tax in
            guard let place = totals.firstIndex(where: { $0.rate == tax.rate }) else {
                totals.append(tax)
                return
            }
            totals[place].amount += tax.amount
            totals[place].taxableAmount += tax.taxableAmount
        }
    }

    /// Converts a percentage, such as `7.25`, to ten-thousandths of a percent. Returns nil if the percentage
    /// has more than four decimal places or is not between 0 and 100.
    static func percentage(_ text: String) -> Int64? {
        Decimals.units(text, places: 4).flatMap { $0 <= whole ? $0 : nil }
    }

    /// Returns a percentage as a decimal number, such as `7.25` for 72,500. The argument is in
    /// ten-thousandths of a percent.
    static func text(_ percentage: Int64) -> String { Decimals.text(percentage, places: 4) }
}

extension Invoice {
    /// The taxes that are added to the lines' amounts, in minor units.
    var exclusiveTax: Int64 { taxes.filter { !$0.isInclusive }.sum(of: \.amount) }
    /// The taxes that are already included in the lines' amounts, in minor units.
    var inclusiveTax: Int64 { taxes.filter(\.isInclusive).sum(of: \.amount) }
    /// The taxes on all lines.
    var taxes: [Tax] { (lines ?? []).flatMap { $0.taxes ?? [] } }

    /// Returns the part of a discount that applies to the line at this position, in minor units.
    func share(of discount: DiscountAmount, forLineAt place: Int) -> Int64 {
        func amount(_ line: Line) -> Int64 {
            discount.products?.contains(line.product ?? "") ?? true ? max(0, line.amount) : 0
        }
        let lines = lines ?? []
        let whole = lines.sum(of: amount)
        guard whole > 0, lines.indices.contains(place) else { return 0 }
        let before = lines[..<place].sum(of: amount)
        return AmountRules.share(
            of: discount.amount, for: amount(lines[place]), after: before, in: whole)
    }
}
