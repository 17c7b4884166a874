/// A country's format of amounts: marks, grouping, the positions of sign and symbol, and currency symbols.
///
/// Source: Unicode CLDR 47, the standard currency patterns of each locale with Latin digits. There are two differences:
/// every decimal digit of the currency is always shown, so that people read the amount that is booked, and `ar-SA` has
/// Latin digits (as `ar-SA-u-nu-latn`), so that an amount can be compared with a bank's.
public struct MoneyLocale: Hashable, Sendable {
    /// The BCP 47 language tag, `de-CH`; `und` for an unsupported locale.
    public let tag: String

    let decimalMark: Character
    let groupMark: Character
    /// Whether all groups but the last have two digits instead of three: 12,34,567.
    let hasPairs: Bool
    /// The minimum number of digits before the last group for marks to be used: with 2, 1234 has none.
    let leastDigitsBeforeGroup: Int
    /// The pattern, in which `¤` is the symbol and `#` the digits.
    let pattern: String
    let negativePattern: String
    /// The symbols by currency code. A currency without a symbol is written as its code in upper case.
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

    /// Creates the locale of a language tag, in any case, with `-` or `_`: `en-US`, `de_CH`.
    ///
    /// A tag that ``all`` does not contain, such as a language without a country, gives ``plain``: the conventions of
    /// one country are never applied to another.
    public init(_ tag: String) {
        let wanted = tag.lowercased().replacing("_", with: "-")
        self = Self.all.first { $0.tag.lowercased() == wanted } ?? .plain
    }

    /// Code, space, groups of three and a decimal point, which people everywhere can read: `USD 1,234.50`.
    public static let plain = MoneyLocale("und", "¤\u{A0}#", "")
}
