import Documents
package import Giving
package import MoneyKit

extension APIFields {
    /// Returns the details of an organization from the request. Amounts are in the given currency.
    package func organization(in currency: Currency) -> OrganizationFields {
        var fields = OrganizationFields(displayName: text("name"))
        fill(&fields, by: OrganizationFields.fields, in: currency)
        return fields
    }
}
