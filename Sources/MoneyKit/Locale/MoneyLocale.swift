/// A country's format for amounts: the separators, the grouping, the positions of the sign and the symbol,
/// and the currency symbols.
///
/// Source: Unicode CLDR 47, the standard currency pattern of each locale with Latin digits. There are two
/// differences. All decimal digits of the currency are always shown, so that people see the exact amount.
/// `ar-SA` uses Latin digits (like `ar-SA-u-nu-latn`), so that people can compare amounts with those on bank
/// statements.
public struct MoneyLocale: Hashable, Sendable {
    /// The BCP 47 language tag, such as `de-CH`. It is `und` for an unsupported locale.
    public let tag: String

    let decimalMark: Character
    let groupMark: Character
    /// Whether all groups except the last have two digits instead of three, as in 12,34,567.
    let hasPairs: Bool
    /// The minimum number of digits before the last group. With fewer digits, no separators are used. If the
    /// minimum is 2, 1234 has no separator.
    let leastDigitsBeforeGroup: Int
    /// The pattern of an amount. `¤` is replaced by the symbol, and `#` by the digits.
    let pattern: String
    let negativePattern: String
    /// The currency symbols, keyed by currency code. If a currency has no symbol, its code in upper case is
    /// used.
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

    /// Creates the locale for a language tag, such as `en-US` or `de_CH`. Case is ignored, and the separator
    /// is `-` or `_`.
    ///
    /// If ``all`` does not contain the tag, for example because it names a language without a country, the
    /// locale is ``plain``. The format of one country is never used for another country.
    public init(_ tag: String) {
        let wanted = tag.lowercased().replacing("_", with: "-")
        self = Self.all.first { $0.tag.lowercased() == wanted } ?? .plain
    }

    /// A format that can be understood everywhere, such as `USD 1,234.50`. It consists of the code, a space,
    /// and a number with groups of three digits and a decimal point.
    public static let plain = MoneyLocale("und", "¤\u{A0}#", "")
}
