import ArgumentParser
import DataFolderKit
import Documents
import MoneyKit
import Payees
import PaymentCore
import Processor

/// `tapctl booking onboard`: a payee's account at the processor.
struct BookingOnboard: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "onboard", abstract: "Set a payee's payouts up, or go on with it.",
        discussion: """
            EXAMPLES:
              tapctl booking onboard drv_01jd3x0...
              tapctl booking onboard drv_01jd3x0... --outcome pending_verification

            --outcome is what a person would do on the processor's pages: complete,
            pending_verification, abandoned or rejected. The badge is active once charges,
            transfers and payouts may be made.
            """)

    @Argument(help: "The payee's id.")
    var payee: String

    @Option(
        help: ArgumentHelp("How the onboarding ends. (default: complete)", valueName: "outcome"),
        completion: .list(Account.OnboardingOutcome.allCases.map(\.rawValue)),
        transform: Account.OnboardingOutcome.init(typed:))
    var outcome = Account.OnboardingOutcome.complete

    @Option(help: ArgumentHelp("The currency of the account.", valueName: "code"))
    var currency = "usd"

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let currency = try Currency(typed: currency)
        let shown = try await data.withData { data in
            let payees = data.products.payees
            let profile = try await payees.setUpPayouts(of: payee, in: currency)
            if let account = profile.account, try await payees.onboarding(of: payee) != .active {
                try await data.controls.onboard(account, outcome)
                _ = try await data.payments.refresh(payee: account)
            }
            return ShownPayee(profile: profile, onboarding: try await payees.onboarding(of: payee))
        }
        try output.print(shown.document) { shown.text(style: $0) }
    }
}
