import DatabaseKit
import Dependents
import Giving

extension DataFolder {
    /// Dependants' fees, paid to the organizations of the directory. Guardians' links come from the world's chance alone,
    /// whatever seed a run has: they must not be guessed.
    var dependents: DependentService<DatabaseFile> {
        DependentService(
            payments: payments, agencies: { id, unit in try unit.organization(id).flatMap(Agency.init) },
            clock: clock, random: { UInt64.random(in: .min ... .max) })
    }
}

extension Agency {
    /// An organization as an agency; by UTC where its time zone is not known on this machine.
    fileprivate init?(_ organization: Organization) {
        let (id, name, payee) = (organization.id, organization.displayName, organization.account)
        guard
            let agency = Agency(id: id, name: name, timeZone: organization.timeZone, payee: payee)
                ?? Agency(id: id, name: name, timeZone: "UTC", payee: payee)
        else { return nil }
        self = agency
    }
}
