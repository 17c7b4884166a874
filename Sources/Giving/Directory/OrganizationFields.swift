public import MoneyKit

/// The fields of an organization as a person entered them. Fields that were not entered are nil.
///
/// An empty string removes the logo, the color or the tax id. Amounts are decimal strings in the
/// organization's currency, such as `50.00`.
public struct OrganizationFields: Hashable, Sendable {
    /// The name, in any script.
    public var displayName: String?
    /// The https URL of the logo.
    public var logo: String?
    /// The main color of the pages: a number sign and 3 or 6 hexadecimal digits.
    public var color: String?
    /// The ISO 4217 code of the currency. The currency cannot be changed after the organization is added.
    public var currency: String?
    /// The IANA name of the time zone, such as `America/Chicago`.
    public var timeZone: String?
    /// The two-letter ISO 3166 code of the country.
    public var country: String?
    /// The tax id. In the United States, the format is `12-3456789`.
    public var taxID: String?
    /// The amount that is preselected on the giving page, as a decimal string.
    public var defaultAmount: String?
    /// The minimum gift, as a decimal string.
    public var leastAmount: String?
    /// The maximum gift, as a decimal string.
    public var mostAmount: String?
    /// The preset amounts, as decimal strings.
    public var presets: [String]?
    /// The platform's fee for each gift, in hundredths of a percent. It is charged in addition to the
    /// processor's fee.
    public var platformFeeBasisPoints: Int64?
    /// The text on card statements.
    public var statementDescriptor: String?

    /// Creates a value with the given name, or with no fields set if `displayName` is nil.
    public init(displayName: String? = nil) { self.displayName = displayName }
}

extension OrganizationFields {
    /// Returns the fields with each amount such as `5.500` dinars replaced by text in which the point can
    /// only be the decimal separator.
    ///
    /// This is only for amounts in plain text, such as the options of a command, and not for pages.
    ///
    /// - Parameter known: The currency of the organization. If nil, the currency in these fields is used, and
    ///   without a valid currency, the fields are returned unchanged.
    public func readingPlainAmounts(in known: Currency? = nil) -> OrganizationFields {
        guard let currency = known ?? self.currency.flatMap({ try? Currency($0) }) else { return self }
        func text(_ plain: String) -> String { Money.typedText(ofPlain: plain, in: currency) }
        var fields = self
        fields.defaultAmount = defaultAmount.map(text)
        fields.leastAmount = leastAmount.map(text)
        fields.mostAmount = mostAmount.map(text)
        fields.presets = presets?.map(text)
        return fields
    }
}
