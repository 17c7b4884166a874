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

/// The products other than giving that use the same payment path.
///
/// A new product adds one line to each member: its tables, its policy, its service, and the settlement of its due
/// money.
package struct Products: Sendable {
    package let contracts: ContractService
    /// Payees and their earnings.
    package let payees: PayeeDesk
    /// Bookings and their jobs.
    package let bookings: BookingService
    /// The fees of dependents, paid to the organizations of the directory.
    package let dependents: DependentService
    /// The secret from which the tokens of links are derived.
    package let secret: LinkToken
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

    /// The migrations of giving, of payments, and of each product.
    package static let migrations: [Migration] =
        GivingMigrations.all + ContractMigrations.own + DependentMigrations.own + PlanMigrations.own
        + PayeeMigrations.own + BookingMigrations.own

    /// Returns the payment policies by kind of payment: those of gifts and of each product.
    package static func policies(ids: Identifiers) -> PolicyTable {
        PolicyTable([
            GivingPolicy.kind: GivingPolicy(ids: ids),
            ContractPolicy.kind: ContractPolicy(ids: ids),
            BookingPolicy.kind: BookingPolicy(ids: ids),
            DependentFeePolicy.kind: DependentFeePolicy(),
            PlanPolicy.kind: PlanPolicy(),
        ])
    }

    /// Settles the due money of each product.
    package func settleDue() async throws {
        try await contracts.settleDue()
        try await bookings.settleDue()
    }
}
