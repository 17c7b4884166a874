/// What a person enters about an organization, as it was typed; nil is not entered.
///
/// An empty text takes a logo or tax id away. Amounts are decimal texts of the organization's currency: `50.00`.
public struct OrganizationFields: Hashable, Sendable {
    /// The name that people see, in any script.
    public var displayName: String?
    /// An https URL.
    public var logo: String?
    /// Three letters of ISO 4217; settled when the organization is added.
    public var currency: String?
    /// An IANA name: `America/Chicago`.
    public var timeZone: String?
    /// Two letters of ISO 3166.
    public var country: String?
    /// In the United States `12-3456789`.
    public var taxID: String?
    /// What the page offers first.
    public var defaultAmount: String?
    /// The least gift.
    public var leastAmount: String?
    /// The greatest gift.
    public var mostAmount: String?
    /// Amounts to choose from.
    public var presets: [String]?
    /// What the platform keeps besides the processor's fee, in hundredths of a percent.
    public var platformFeeBasisPoints: Int64?
    /// What stands on the card statement.
    public var statementDescriptor: String?

    /// Nothing entered but, perhaps, a name.
    public init(displayName: String? = nil) { self.displayName = displayName }
}
