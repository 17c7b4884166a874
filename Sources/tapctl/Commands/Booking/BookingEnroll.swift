import ArgumentParser
import DataFolderKit
import Documents
import Giving
import Payees

/// `tapctl booking enroll`: somebody who will be paid for jobs.
struct BookingEnroll: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "enroll", abstract: "Enroll somebody who is paid for jobs.",
        discussion: """
            EXAMPLES:
              tapctl booking enroll "Dana Driver" --time-zone America/Chicago

            Days, weeks and months of what is earned are told by the clock there. Before
            payouts are set up there are no jobs: `tapctl booking onboard` is next.
            """)

    @Argument(help: "The name, as payers know it.")
    var name: String

    @Option(help: ArgumentHelp("Where the payee lives: America/Chicago.", valueName: "zone"))
    var timeZone: String

    @Option(help: ArgumentHelp("The organization that sells the work.", valueName: "id"))
    var org: String?

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try CardNumber.refuse(in: name)
        let shown = try await data.withData(making: true) { data in
            let payees = data.products.payees
            let profile = try await data.write { transaction, _ in
                let org = try org.map { try transaction.knownOrganization($0).id }
                return try payees.enroll(named: name, timeZone: timeZone, at: org, in: transaction)
            }
            return ShownPayee(profile: profile, onboarding: try await payees.onboarding(of: profile.id))
        }
        try output.print(shown.document) { shown.text(style: $0) }
    }
}
