import ArgumentParser
import DataFolderKit
import Documents
import Plans

/// `tapctl billing check`: checks whether a plan includes a feature or allows an action.
struct BillingCheck: UsesBilling {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check whether a subscriber's plan allows an action.",
        discussion: """
            EXAMPLES:
              tapctl billing check ann --feature ai_concierge
              tapctl billing check ann --storing 1000000 --stored 524000000
              tapctl billing check ann --trips 10

            If a higher plan is needed, the command prints a message for the subscriber
            and exits with 77.
            """)

    @Option(
        help: "The feature: ai_concierge or travel_wallet.",
        completion: PlanFeature.completion, transform: PlanFeature.typed)
    var feature: PlanFeature?

    @Option(help: ArgumentHelp("The number of bytes to store.", valueName: "bytes"))
    var storing: Int64?

    @Option(help: ArgumentHelp("The number of bytes already stored.", valueName: "bytes"))
    var stored: Int64 = 0

    @Option(
        help: ArgumentHelp(
            "The current number of trips, to check whether one more is allowed.", valueName: "count"))
    var trips: Int?

    @Option(
        help: ArgumentHelp(
            "The current number of people, to check whether one more is allowed.", valueName: "count"))
    var seats: Int?

    @OptionGroup var billing: BillingOptions

    func validate() throws {
        let asked = [feature != nil, storing != nil, trips != nil, seats != nil].count { $0 }
        if asked != 1 {
            throw ValidationError("Use exactly one of --feature, --storing, --trips and --seats.")
        }
    }

    func run() async throws {
        let status = try await billing.data.withData(needsProcessor: false) {
            try await $0.products.plans.refresh(billing.subscriber)
        }
        let decision = decision(by: status.plan.entitlements)
        try output.print(decision.document(of: status), text: decision.words)
        if !decision.isAllowed { throw ExitCode.refused }
    }

    private func decision(by plan: Entitlements) -> QuotaDecision {
        if let feature { return plan.lock(on: feature).map { .denyUpgrade($0) } ?? .allow }
        if let storing { return plan.storing(current: stored, adding: storing) }
        if let trips { return plan.addingTrip(current: trips) }
        return plan.addingSeat(current: seats ?? 0)
    }
}

extension QuotaDecision {
    fileprivate func words(style: Style) -> String {
        switch self {
        case .allow: style.green("allowed")
        case .allowWithWarning(let warning): "\(style.yellow("allowed"))  \(warning)"
        case .denyUpgrade(let upgrade): "\(style.red("denied"))  \(upgrade.title)\n\(upgrade.message)"
        }
    }
}
