import Giving
import InvocationRouter
import PaymentCore
import ServerKit

/// One request for a page of an organization, by somebody who may make it.
///
/// It holds the books of that organization and no way around them.
struct AdminVisit: Sendable {
    /// What was asked or entered.
    let fields: FormFields
    let books: AdminBooks
    /// Its tags and seats; nil where there is no registry.
    let seats: OrganizationSeats?
    /// Where the URLs of tags stand.
    let hosts: HostList
    let live: LiveAccess
    let frame: AdminFrame
    let random: @Sendable () -> UInt64

    var organization: Organization { books.organization }

    /// Where a page of this organization stands.
    func address(_ page: AdminPage) -> String { organization.adminPath(page) }
}
