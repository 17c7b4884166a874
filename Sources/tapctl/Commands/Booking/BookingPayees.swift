import ArgumentParser
import DataFolderKit
import Documents
import Giving
import MoneyKit
import Payees
import PaymentCore
import Processor
import StaffAccess

/// `tapctl booking enroll`: enrolls a payee.
struct BookingEnroll: ChangesData {
    static let configuration = CommandConfiguration(
        commandName: "enroll", abstract: "Enroll a payee: a person who is paid for jobs.",
        discussion: """
            EXAMPLES:
              tapctl booking enroll "Dana Driver" --time-zone America/Chicago

            Daily, weekly and monthly earnings are based on the payee's time zone. A payee
            can be booked for jobs once payouts are set up with `tapctl booking onboard`.
            """)

    @Argument(help: "The name that payers see.")
    var name: String

    @Option(help: ArgumentHelp("The payee's time zone, such as America/Chicago.", valueName: "zone"))
    var timeZone: String

    @Option(help: ArgumentHelp("The organization that the payee works for.", valueName: "id"))
    var org: String?

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    var action: AuditLogAction { .enrollPayee }

    func run() async throws {
        try CardNumber.refuse(in: name)
        let shown = try await data.withData(making: true) { data in
            let payees = data.products.payees
            let profile = try await data.write { transaction, _ in
                let org = try org.map(transaction.knownOrganization)?.id
                return try payees.enroll(named: name, timeZone: timeZone, at: org, in: transaction)
            }
            return PayeeDetails(profile: profile, onboarding: try await payees.onboarding(of: profile.id))
        }
        try output.print(shown)
    }
}

/// `tapctl booking onboard`: sets up a payee's account at the processor.
struct BookingOnboard: ChangesData {
    static let configuration = CommandConfiguration(
        commandName: "onboard", abstract: "Set up a payee's payouts, or continue the setup.",
        discussion: """
            EXAMPLES:
              tapctl booking onboard drv_01jd3x0...
              tapctl booking onboard drv_01jd3x0... --outcome pending_verification

            --outcome chooses the simulated result of the processor's onboarding:
            complete, pending_verification, abandoned or rejected. The payee is active once
            charges, transfers and payouts are enabled.
            """)

    @Argument(help: "The payee's id.")
    var payee: String

    @Option(
        help: "The simulated onboarding result. (default: complete)",
        completion: Account.OnboardingOutcome.completion,
        transform: Account.OnboardingOutcome.typed)
    var outcome = Account.OnboardingOutcome.complete

    @Option(help: ArgumentHelp("The currency of the account.", valueName: "code"))
    var currency = "usd"

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    var action: AuditLogAction { .onboardPayee }

    func run() async throws {
        let currency = try Currency(typed: currency)
        let shown = try await data.withData { data in
            let payees = data.products.payees
            let profile = try await payees.setUpPayouts(of: payee, in: currency)
            if let account = profile.account, try await payees.onboarding(of: payee) != .active {
                try await data.controls.onboard(account, outcome)
                _ = try await data.payments.refresh(payee: account)
            }
            return PayeeDetails(profile: profile, onboarding: try await payees.onboarding(of: payee))
        }
        try output.print(shown)
    }
}

/// `tapctl booking payees`: lists the payees.
struct BookingPayees: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "payees", abstract: "List payees, newest first.",
        discussion: """
            EXAMPLES:
              tapctl booking payees
              tapctl booking payees --org Builder --json | jq -r '.data[].id'

            Shows each payee's id and the status of the payout setup.
            """)

    @Option(help: ArgumentHelp("Only payees of this organization.", valueName: "id"))
    var org: String?

    @OptionGroup var page: PageOptions
    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let found = try await data.withData(needsProcessor: false) { data in
            let (organization, cursor) = try await data.read { transaction in
                let organization = try org.map(transaction.knownOrganization)?.id
                let cursor = try page.cursor { id in
                    guard let payee = try transaction.payeeProfile(id) else { return false }
                    return organization == nil || payee.org == organization
                }
                return (organization, cursor)
            }
            return try await data.products.payees.profiles(
                of: organization, after: cursor, limit: page.asked)
        }
        try output.print(
            found.map(PayeeDetails.init), page, id: \.profile.id, document: \.document,
            none: "no payees; `tapctl booking enroll` enrolls one", of: "payees", filters: [org]
        ) { payees, style in
            table(
                [["payee", "name", "organization", "time zone", "payouts"]]
                    + payees.map { payee in
                        [
                            payee.profile.id, printable(payee.profile.name), payee.profile.org ?? "-",
                            payee.profile.timeZone, payee.onboarding.word(style: style),
                        ]
                    }, shrinking: ["name"], style: style)
        }
    }
}
