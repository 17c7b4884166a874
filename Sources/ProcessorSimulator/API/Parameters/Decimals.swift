/// Decimal numbers as Stripe's forms hold them.
enum Decimals {
    /// `12`, `-3.5`: an optional sign, digits, and digits behind a point.
    static func isDecimal(_ text: String) -> Bool {
        let digits = text.first == "-" ? text.dropFirst() : text[...]
        let halves = digits.split(separator: ".", omittingEmptySubsequences: false)
        return (1...2).contains(halves.count)
            && halves.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isASCII && $0.isNumber } }
    }

    /// `2.5` in hundredths, 250; nil where it has more than two digits behind the point.
    static func hundredths(_ text: String) -> Int64? {
        let halves = text.split(separator: ".", omittingEmptySubsequences: false)
        guard let whole = Int64(halves[0]), whole >= 0, whole < 1_000_000 else { return nil }
        let part = halves.count == 2 ? String(halves[1]) : ""
        let trimmed = part.reversed().drop { $0 == "0" }.reversed()
        guard trimmed.count <= 2 else { return nil }
        let padded = String(trimmed) + String(repeating: "0", count: 2 - trimmed.count)
        return Int64(padded).map { whole * 100 + $0 }
    }

    /// Hundredths as a decimal number: 250 is `2.5`.
    static func text(hundredths: Int64) -> String {
        let (whole, rest) = (hundredths / 100, hundredths % 100)
        if rest == 0 { return "\(whole)" }
        return rest % 10 == 0 ? "\(whole).\(rest / 10)" : "\(whole).\(rest < 10 ? "0" : "")\(rest)"
    }
}
