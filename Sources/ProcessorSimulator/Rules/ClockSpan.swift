/// How far a clock is moved, as a person writes it: `31d`, `90m`, `1d12h`.
public enum ClockSpan {
    /// The seconds of a span: numbers with `s`, `m`, `h`, `d` or `w` behind each; nil for anything else.
    public static func seconds(_ text: String) -> Int64? {
        var total: Int64 = 0
        var digits = ""
        guard !text.isEmpty, text.count <= 20 else { return nil }
        for character in text {
            if character.isASCII, character.isNumber {
                digits.append(character)
                continue
            }
            guard let factor = factors[character], let number = Int64(digits) else { return nil }
            let (product, overflow) = number.multipliedReportingOverflow(by: factor)
            let (sum, carried) = total.addingReportingOverflow(product)
            guard !overflow, !carried else { return nil }
            total = sum
            digits = ""
        }
        return digits.isEmpty ? total : nil
    }

    private static let factors: [Character: Int64] = [
        "s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 7 * 86_400,
    ]
}
