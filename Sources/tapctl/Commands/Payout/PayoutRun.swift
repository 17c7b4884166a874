import ArgumentParser
import Giving
import MoneyKit
import PaymentCore
import TimeKit

/// `tapctl payout run`: what is available goes to the banks.
struct PayoutRun: AsyncParsableCommand, PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Send what is available to the bank of one organization, or of all.",
        discussion: """
            EXAMPLES:
              tapctl payout run
              tapctl payout run --org WoodlandsChurch

            A gift is available some days after it was made. What an organization owes is
            taken first. Without --org an organization that cannot be paid does not hinder
            the others; the command ends with 77 then.
            """)

    @Option(help: ArgumentHelp("To this organization alone.", valueName: "id"))
    var org: String?

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let org = org
        let (made, names, refusals) = try await data.withData { data in
            let organizations = try await data.read { unit in
                try org.map { [try unit.knownOrganization($0)] } ?? unit.allOrganizations()
            }
            var made: [PayeePayout] = []
            var refusals: [CommandError] = []
            for organization in organizations {
                guard let account = organization.account else {
                    if org != nil { throw GivingError(.organizationNotPayable, organization.id) }
                    continue
                }
                Talk.progress("paying \(organization.id)")
                do {
                    made += try await data.payments.payOut(to: account)
                } catch let error as PaymentError where org == nil {
                    refusals.append(CommandError(error))
                }
                try Task.checkCancellation()
            }
            let now = data.clock.now()
            let names = try await data.read {
                try GivingNames(organizations: organizations, in: $0, at: now)
            }
            return (made, names, refusals)
        }
        Talk.endProgress()
        try output.print(
            .list(made.map { $0.document(org: names.organization(ofAccount: $0.payee)) }, hasMore: false)
        ) { style in
            guard !made.isEmpty else { return "nothing is available" }
            return PayeePayout.table(made, names: names, style: style)
        }
        for refusal in refusals { Talk.tell(refusal) }
        if let refusal = refusals.first { throw refusal.exit }
    }
}
