package import Documents
package import Giving
package import MoneyKit

/// The details of an organization that can be entered, under the keys of its document.
extension APIField {
    package static let organization: [APIField] = [
        .maybe("logo", .textOrEmpty, "an https URL; empty takes it away"),
        .maybe("currency", .text(), "ISO 4217; settled when the organization is added, usd unless said"),
        .maybe("time_zone", .text(), "IANA: America/Chicago; UTC unless said"),
        .maybe("country", .text(), "two letters of ISO 3166: the words of its receipts"),
        .maybe("tax_id", .textOrEmpty, "in the US the EIN: 12-3456789; empty takes it away"),
        .maybe("default_minor", .number(1 ... .max), "what the page offers first; 50.00 unless said"),
        .maybe("least_minor", .number(1 ... .max), "the least gift; 5.00 unless said"),
        .maybe("most_minor", .number(1 ... .max), "the greatest gift; 10000.00 unless said"),
        .maybe("presets_minor", .list(of: .number(1 ... .max)), "amounts to choose from"),
        .maybe(
            "platform_fee_basis_points", .number(0 ... .max),
            "what the platform keeps besides the processor's fee, in hundredths of a percent"),
        .maybe("statement_descriptor", .text(), "what stands on card statements: 5 to 22 characters"),
    ]
}

extension APIFields {
    /// Returns the entered details of an organization whose gifts are in `currency`.
    package func organization(in currency: Currency) -> OrganizationFields {
        func amount(_ name: String) -> String? { number(name).map { Money($0, currency).typedText } }
        var fields = OrganizationFields(displayName: text("name"))
        (fields.logo, fields.currency, fields.timeZone) = (text("logo"), text("currency"), text("time_zone"))
        (fields.country, fields.taxID) = (text("country"), text("tax_id"))
        (fields.defaultAmount, fields.leastAmount) = (amount("default_minor"), amount("least_minor"))
        fields.mostAmount = amount("most_minor")
        fields.presets = numbers("presets_minor")?.map { Money($0, currency).typedText }
        fields.platformFeeBasisPoints = number("platform_fee_basis_points")
        fields.statementDescriptor = text("statement_descriptor")
        return fields
    }
}
