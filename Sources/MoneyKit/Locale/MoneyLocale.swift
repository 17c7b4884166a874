/// How a country writes amounts: marks, grouping, the place of sign and symbol, and symbols of currencies.
///
/// Source: Unicode CLDR 47, the standard currency patterns of each locale with Latin digits. Two things differ from
/// it: every digit of the currency is always shown, so that what is read is what is booked; and `ar-SA` has Latin
/// digits (as `ar-SA-u-nu-latn`), so that an amount can be compared with what a bank shows.
public struct MoneyLocale: Hashable, Sendable {
    /// The language tag, as in BCP 47: `de-CH`. For a locale that is not known it is `und`.
    public let tag: String

    let decimalMark: Character
    let groupMark: Character
    /// Whether groups have two digits beyond the first, which has three: 12,34,567.
    let hasPairs: Bool
    /// How many digits must stand before the last group for any mark to be set: with 2, 1234 has none.
    let leastDigitsBeforeGroup: Int
    /// `¤` stands for the symbol and `#` for the digits.
    let pattern: String
    let negativePattern: String
    /// Symbols by currency code; a currency that has none is written as its code in capitals.
    let symbols: [String: String]

    init(
        _ tag: String, decimal: Character = ".", group: Character = ",", pairs: Bool = false,
        leastBeforeGroup: Int = 1, _ pattern: String, negative: String? = nil, _ symbols: String
    ) {
        self.tag = tag
        decimalMark = decimal
        groupMark = group
        hasPairs = pairs
        leastDigitsBeforeGroup = leastBeforeGroup
        self.pattern = pattern
        negativePattern = negative ?? "-\(pattern)"
        self.symbols = Dictionary(
            symbols.split(separator: " ").map { (String($0.prefix(3)), String($0.dropFirst(4))) },
            uniquingKeysWith: { $1 })
    }

    /// The locale of a language tag, in any case, with `-` or `_`: `en-US`, `de_CH`.
    ///
    /// What ``all`` does not hold, also a language without a country, becomes ``plain``: no country's habits are
    /// guessed for another.
    public init(_ tag: String) {
        let wanted = tag.lowercased().replacing("_", with: "-")
        self = Self.all.first { $0.tag.lowercased() == wanted } ?? .plain
    }

    /// Code, space, groups of three and a decimal point, which can be read everywhere: `USD 1,234.50`.
    public static let plain = MoneyLocale("und", "¤\u{A0}#", "")
}
