package import Bookings
package import Contracts
package import DatabaseKit
package import Dependents
import Documents
import Foundation
import Giving
package import Payees
package import PaymentCore
package import Plans
package import TimeKit
import TokenKit

/// The products beside giving whose money takes the same path.
///
/// A new product is one line in each member: its tables, its policy, its service, what of it is due.
package struct Products: Sendable {
    /// Contracts and their payments.
    package let contracts: ContractService
    /// Whoever is paid for work, and what was earned.
    package let payees: PayeeDesk
    /// Bookings, and their jobs.
    package let bookings: BookingService
    /// Dependants' fees, paid to the organizations of the directory.
    package let dependents: DependentService
    /// What the tokens of links follow from.
    package let secret: LinkToken
    /// Plans and their subscriptions.
    package let plans: PlanService

    package init(payments: PaymentDriver, clock: WallClock, ids: Identifiers, secret: LinkToken) {
        self.secret = secret
        contracts = ContractService(payments: payments, clock: clock, ids: ids, root: secret)
        payees = PayeeDesk(
            payments: payments, gate: PayeeGate(environment: ProcessInfo.processInfo.environment),
            clock: clock, ids: ids)
        bookings = BookingService(payees: payees)
        dependents = DependentService(
            payments: payments,
            agencies: { id, transaction in try transaction.organization(id).flatMap(Agency.init) },
            clock: clock, random: systemRandom)
        plans = PlanService(payments: payments, clock: clock, ids: ids)
    }

    /// The tables of giving, of the money path beneath all, and of each product.
    package static let migrations: [Migration] =
        GivingMigrations.all + ContractMigrations.own + DependentMigrations.own + PlanMigrations.own
        + PayeeMigrations.own + BookingMigrations.own

    /// Who hears of a payment, by its kind: gifts and each product.
    package static func policies(ids: Identifiers) -> PolicyTable {
        PolicyTable([
            GivingPolicy.kind: GivingPolicy(ids: ids),
            ContractPolicy.kind: ContractPolicy(ids: ids),
            BookingPolicy.kind: BookingPolicy(ids: ids),
            DependentFeePolicy.kind: DependentFeePolicy(),
            PlanPolicy.kind: PlanPolicy(),
        ])
    }

    /// Moves the money of each product that is due.
    package func settleDue() async throws {
        try await contracts.settleDue()
        try await bookings.settleDue()
    }
}
