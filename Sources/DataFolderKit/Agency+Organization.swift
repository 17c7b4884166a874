package import Dependents
package import Giving

extension Agency {
    /// Creates an agency from an organization. Uses UTC if its time zone is not known on this machine.
    package init?(_ organization: Organization) {
        let (id, name, payee) = (organization.id, organization.displayName, organization.account)
        guard
            let agency = Agency(id: id, name: name, timeZone: organization.timeZone, payee: payee)
                ?? Agency(id: id, name: name, timeZone: "UTC", payee: payee)
        else { return nil }
        self = agency
    }
}
