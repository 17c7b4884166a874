import ArgumentParser
import DataFolderKit
import Documents
import FailureKit
import MoneyKit
import PaymentCore
import Plans

/// `tapctl plan`: shows the plans, and creates and shows promotion codes.
struct PlanCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan", abstract: "Show the plans, and create promotion codes.",
        subcommands: [PlanList.self, PlanShow.self, PlanPromote.self, PlanPromotion.self])
}

extension PlanProduct: CommandProduct {
    var commands: [any ParsableCommand.Type] { [PlanCommands.self, BillingCommands.self] }
}

/// `tapctl plan list`: lists the plans.
struct PlanList: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the plans.",
        discussion: """
            EXAMPLES:
              tapctl plan list
              tapctl plan list --json | jq -r '.data[].price'
            """)

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let plans = PlanCatalogue.standard.plans
        try output.print(.list(plans.map(\.document))) { style in
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

/// `tapctl plan show`: shows a plan.
struct PlanShow: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a plan with its features.",
        discussion: """
            EXAMPLES:
              tapctl plan show plus
            """)

    @Argument(
        help: "The plan's id.", completion: .list(PlanCatalogue.standard.plans.map(\.id)))
    var plan: String

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let catalogue = PlanCatalogue.standard
        guard let plan = catalogue.plan(plan) else {
            throw CommandError(
                .notFound, code: "unknown_plan", "there is no plan \"\(printable(plan))\"",
                reason: "the plans are \(catalogue.plans.map(\.id).joined(separator: ", "))",
                remedy: "`tapctl plan list` lists the plans")
        }
        try output.print(plan.document) { style in
            var rows = [
                ("plan", plan.id), ("name", plan.name), ("for", plan.audience.words),
            ]
            for interval in ChargeInterval.allCases {
                let price = plan.price(every: interval).map { "  \($0.id)" } ?? ""
                rows.append(("each \(interval.rawValue)", plan.costs(every: interval) + price))
            }
            rows.append(("features", plan.features.joined(separator: "\n")))
            return columns(rows, style: style)
        }
    }
}
