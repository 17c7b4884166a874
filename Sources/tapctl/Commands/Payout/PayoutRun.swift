import ArgumentParser
import DataFolderKit
import Documents
import Giving
import MoneyKit
import Payees
import PaymentCore
import StaffAccess
import TimeKit

/// `tapctl payout run`: pays out available balances to the payees' bank accounts.
struct PayoutRun: ChangesData {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Pay out the available balance of one payee, or of all payees.",
        discussion: """
            EXAMPLES:
              tapctl payout run
              tapctl payout run --org WoodlandsChurch
              tapctl payout run --payee drv_01jd3x0...

            Money becomes available a few days after the payment. Amounts that a payee owes
            are deducted first.
            If one of several payees cannot be paid, the others are still paid, and the
            command exits with 77.
            """)

    @Option(help: ArgumentHelp("Pay out only to this organization.", valueName: "id"))
    var org: String?

    @Option(help: ArgumentHelp("Pay out only to this booking payee.", valueName: "id"))
    var payee: String?

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    var action: AuditLogAction { .payOut }

    func validate() throws {
        if org != nil, payee != nil { throw ValidationError("Use either --org or --payee.") }
    }

    func run() async throws {
        let (made, names, refusals) = try await data.withData { data in
            var made: [PayeePayout] = []
            var refusals: [CommandError] = []
            for account in try await data.accounts(ofOrganization: org, orPayee: payee) {
                Terminal.progress("paying \(account)")
                do {
                    made += try await data.recordingCommand { try await data.payments.payOut(to: account) }
                } catch let error as PaymentError where org == nil && payee == nil {
                    refusals.append(CommandError(error))
                }
                try Task.checkCancellation()
            }
            let now = data.clock.now()
            let names = try await data.read {
                try GivingNames(organizations: $0.allOrganizations(), in: $0, at: now)
            }
            return (made, names, refusals)
        }
        Terminal.endProgress()
        try output.print(
            .list(made.map { $0.document(org: names.organization(ofAccount: $0.payee)) })
        ) { style in
            guard !made.isEmpty else {
                return refusals.isEmpty
                    ? "nothing is available to pay out; a payment becomes available after a few days"
                    : "nothing was paid out"
            }
            return PayeePayout.table(made, names: names, style: style)
        }
        for refusal in refusals { Terminal.report(refusal) }
        if let refusal = refusals.first { throw refusal.exit }
    }
}

extension DataFolder {
    /// Returns the account of one organization or payee. If neither is given, returns the accounts of all
    /// organizations, followed by the accounts of the payees with a balance.
    fileprivate func accounts(ofOrganization org: String?, orPayee payee: String?) async throws -> [String] {
        if let org {
            return try await read { transaction in
                let organization = try transaction.knownOrganization(org)
                guard let account = organization.account else {
                    throw GivingError(.organizationNotPayable, organization.id)
                }
                return [account]
            }
        }
        if let payee { return [try await products.payees.account(of: payee)] }
        return try await read { transaction in
            let organizations = try transaction.allOrganizations().compactMap(\.account)
            let prefix = LedgerAccount.payee("").rawValue
            let holding = try transaction.balances(prefix: prefix).filter { $0.amount.minorUnits != 0 }
            let others = Set(holding.map { String($0.account.rawValue.dropFirst(prefix.count)) })
            return organizations + others.subtracting(organizations).sorted()
        }
    }
}
