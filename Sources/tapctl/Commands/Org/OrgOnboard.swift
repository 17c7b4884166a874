import ArgumentParser
import DataFolderKit
import Documents
import Giving
import Processor

/// `tapctl org onboard`: an account at the processor.
struct OrgOnboard: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "onboard", abstract: "Give an organization its account, or go on with its onboarding.",
        discussion: """
            EXAMPLES:
              tapctl org onboard WoodlandsChurch
              tapctl org onboard WoodlandsChurch --outcome pending_verification

            --outcome is what a person would do on the processor's pages: complete,
            pending_verification, abandoned or rejected. Gifts are taken once charges are
            enabled.
            """)

    @Argument(help: "Its id.")
    var id: String

    @Option(
        help: ArgumentHelp("How the onboarding ends. (default: complete)", valueName: "outcome"),
        completion: .list(Account.OnboardingOutcome.allCases.map(\.rawValue)),
        transform: Account.OnboardingOutcome.init(typed:))
    var outcome = Account.OnboardingOutcome.complete

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let shown = try await data.withData { data in
            _ = try await data.onboard(id, outcome: outcome)
            return try await data.organization(id)
        }
        try output.print(shown.document) { columns(shown.lines(style: $0), style: $0) }
    }
}
