import ArgumentParser
import MoneyKit
import Plans

/// `tapctl plan list`: the catalogue.
struct PlanList: ParsableCommand, PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the plans, and what each gives.",
        discussion: """
            EXAMPLES:
              tapctl plan list
              tapctl plan list --json | jq -r '.data[].price'
            """)

    @OptionGroup var output: OutputOptions

    func run() throws {
        let plans = PlanCatalogue.standard.plans
        try output.print(.list(plans.map(\.document), hasMore: false)) { style in
            table(
                [["plan", "name", "for", "each month", "seats", "storage"]]
                    + plans.map { plan in
                        [
                            plan.id, plan.name, plan.audience.words, plan.costs,
                            plan.entitlements.seats.map { String($0) } ?? "unlimited",
                            plan.entitlements.storage.words,
                        ]
                    }, numbers: ["each month", "seats"], style: style)
        }
    }
}
