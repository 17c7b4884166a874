import ArgumentParser
import DataFolderKit
import Documents
import MoneyKit
import PaymentCore
import Plans

/// `tapctl plan list`: the catalogue.
struct PlanList: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the plans.",
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
                [["plan", "name", "for", "each month", "each year", "seats", "storage"]]
                    + plans.map { plan in
                        [
                            plan.id, plan.name, plan.audience.words, plan.costs(every: .month),
                            plan.costs(every: .year),
                            plan.entitlements.seats.map { String($0) } ?? "unlimited",
                            plan.entitlements.storage.words,
                        ]
                    }, numbers: ["each month", "each year", "seats"], style: style)
        }
    }
}
