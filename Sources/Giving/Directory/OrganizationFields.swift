/// The fields of an organization as a person typed them. A field that was not entered is nil.
///
/// An empty text removes the logo or the tax id. Amounts are decimal texts in the organization's currency: `50.00`.
public struct OrganizationFields: Hashable, Sendable {
    /// The name, in any script.
    public var displayName: String?
    /// The https URL of the logo.
    public var logo: String?
    /// The ISO 4217 code of the currency, which is fixed when the organization is added.
    public var currency: String?
    /// The IANA name of the time zone: `America/Chicago`.
    public var timeZone: String?
    /// The ISO 3166 code of the country, two letters.
    public var country: String?
    /// The tax id; `12-3456789` in the United States.
    public var taxID: String?
    /// The amount that the giving page suggests.
    public var defaultAmount: String?
    /// The minimum gift.
    public var leastAmount: String?
    /// The maximum gift.
    public var mostAmount: String?
    /// The preset amounts.
    public var presets: [String]?
    /// The platform's own share of each gift, in addition to the processor's fee, in hundredths of a percent.
    public var platformFeeBasisPoints: Int64?
    /// The text on card statements.
    public var statementDescriptor: String?

    /// Creates fields with only a name, or none at all.
    public init(displayName: String? = nil) { self.displayName = displayName }
}
