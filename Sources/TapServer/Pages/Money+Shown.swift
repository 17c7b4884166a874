import HTMLKit
import MoneyKit
import TimeKit

extension Money {
    /// The amount in the format of the English pages, such as `$50.00` or `€50.00`.
    var shown: String { formatted(Self.pageLocale) }

    /// The amount as in ``shown``, but without decimals if they are zeros, such as `$50`. It is not used in
    /// columns, where all amounts have the same number of decimals.
    var brief: String {
        let (shown, zeros) = (shown, "." + String(repeating: "0", count: currency.fractionDigits))
        guard zeros.utf8.count > 1 else { return shown }
        // Almost all amounts end with their decimals, and comparing the end is much faster than a search.
        if shown.utf8.suffix(zeros.utf8.count).elementsEqual(zeros.utf8) {
            return String(shown.dropLast(zeros.utf8.count))
        }
        return shown.replacing(zeros, with: "")
    }

    private static let pageLocale = MoneyLocale("en-US")
}

extension CalendarDate {
    /// The date as text, such as `22 November 2026`.
    var shown: String { "\(day) \(Self.englishMonths[month - 1]) \(year)" }

    /// The date as an HTML `time` element, which also contains the ISO 8601 form.
    var time: HTML { "<time datetime=\"\(iso8601)\">\(shown)</time>" }
}
