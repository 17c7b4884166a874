/// A country's format for amounts: the separators, the grouping, the positions of sign and symbol, and the currency
/// symbols.
///
/// Source: Unicode CLDR 47, the standard currency patterns of each locale with Latin digits. There are two differences.
/// Every decimal digit of the currency is always shown, so that people read the amount that is booked. `ar-SA` has
/// Latin digits (as `ar-SA-u-nu-latn`), so that people can compare an amount with their bank's.
public struct MoneyLocale: Hashable, Sendable {
    /// The BCP 47 language tag, such as `de-CH`. It is `und` for an unsupported locale.
    public let tag: String

    let decimalMark: Character
    let groupMark: Character
    /// Whether all groups but the last have two digits instead of three, as in 12,34,567.
    let hasPairs: Bool
    /// The minimum number of digits before the last group for separators to be used. If it is 2, 1234 has no separator.
    let leastDigitsBeforeGroup: Int
    /// The pattern of an amount, in which `¤` stands for the symbol and `#` for the digits.
    let pattern: String
    let negativePattern: String
    /// The currency symbols by currency code. For a currency without a symbol, its code in upper case is used.
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

    /// Creates the locale of a language tag, in upper or lower case, with `-` or `_`, such as `en-US` or `de_CH`.
    ///
    /// If ``all`` does not contain the tag, for example because it is a language without a country, the locale is
    /// ``plain``. The conventions of one country are never applied to another.
    public init(_ tag: String) {
        let wanted = tag.lowercased().replacing("_", with: "-")
        self = Self.all.first { $0.tag.lowercased() == wanted } ?? .plain
    }

    /// A format that people everywhere can read, such as `USD 1,234.50`: the code, a space, groups of three digits and
    /// a decimal point.
    public static let plain = MoneyLocale("und", "¤\u{A0}#", "")
}
