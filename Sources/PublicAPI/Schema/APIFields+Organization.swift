import Documents
package import Giving
package import MoneyKit

extension APIFields {
    /// Returns the entered details of an organization whose gifts are in `currency`.
    package func organization(in currency: Currency) -> OrganizationFields {
        var fields = OrganizationFields(displayName: text("name"))
        fill(&fields, by: OrganizationFields.fields, in: currency)
        return fields
    }
}
